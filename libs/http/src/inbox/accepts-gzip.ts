/** Whether a client accepts gzip, by its header `Accept-Encoding`. */
export const acceptsGzip = (header = ''): boolean => {
  const weights = new Map(header.toLowerCase().split(',').map(readEncoding));
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
};

const readEncoding = (entry: string): readonly [name: string, weight: number] => {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, weight === undefined ? 1 : Number(weight.slice(2))];
};
