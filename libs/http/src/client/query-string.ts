/** Returns the query of a request: a list repeats its name, and an absent value is left out. */
export const queryString = (values: object): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};
