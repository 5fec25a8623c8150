import type { JsonObject } from 'toolgate/model';

/** A tool of one of a company's systems. */
export interface MeasuredTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly tags: readonly string[];
}

const PARAMETER = /^(\w+)(\?)?(?: ([\w|]+))?: (.+)$/;

/**
 * Reads tools from a table. A line `# tag, tag` states the tags of the tools after it. A line `name: description` is a
 * tool. The indented lines below it are its parameters, `name? type: description`. A parameter without a type is a
 * text, and the type `a|b` is a choice.
 */
export const readTools = (table: string): readonly MeasuredTool[] => {
  const lines = table.split('\n').filter((line) => line !== '');
  let tags: readonly string[] = [];
  return lines.flatMap((line, index) => {
    if (line.startsWith('# ')) tags = line.slice(2).split(', ');
    if (/^[# ]/.test(line)) return [];
    const end = lines.findIndex((other, place) => place > index && !other.startsWith('  '));
    const parameters = lines.slice(index + 1, end === -1 ? undefined : end);
    return [{ ...readHead(line), inputSchema: readSchema(parameters), tags }];
  });
};

const readHead = (line: string): Pick<MeasuredTool, 'name' | 'description'> => {
  const colon = line.indexOf(': ');
  return { name: line.slice(0, colon), description: line.slice(colon + 2) };
};

const readSchema = (lines: readonly string[]): JsonObject => {
  const parameters = lines.map((line) => {
    const [, name = '', optional, type = 'string', description = ''] = PARAMETER.exec(line.trim()) ?? [];
    if (!name) throw new Error(`"${line}" is not a parameter. Write: name? type: description`);
    return { name, optional, schema: { ...readType(type), description } };
  });
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ optional }) => !optional).map(({ name }) => name),
    additionalProperties: false,
  };
};

const readType = (type: string): JsonObject => {
  if (type.includes('|')) return { type: 'string', enum: type.split('|') };
  if (type === 'date') return { type: 'string', format: 'date' };
  if (type === 'datetime') return { type: 'string', format: 'date-time' };
  if (type === 'array') return { type: 'array', items: {} };
  return { type };
};
