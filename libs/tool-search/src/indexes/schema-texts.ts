import type { JsonValue } from 'toolgate/model';

/** The largest depth of a schema that is read. */
const DEEPEST = 16;

/** Returns the names and descriptions of the parameters of a JSON schema, at every depth. */
export const schemaTexts = (schema: JsonValue | undefined): readonly string[] => {
  const texts: string[] = [];
  collect(schema, texts, DEEPEST);
  return texts;
};

const collect = (value: JsonValue | undefined, texts: string[], depth: number): void => {
  if (typeof value !== 'object' || value === null || depth === 0) return;
  if (Array.isArray(value)) return value.forEach((item: JsonValue) => collect(item, texts, depth - 1));
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'description' && typeof inner === 'string') texts.push(inner);
    if (key === 'properties' && typeof inner === 'object' && inner !== null) texts.push(...Object.keys(inner));
    collect(inner, texts, depth - 1);
  }
};
