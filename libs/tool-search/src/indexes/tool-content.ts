import { hash } from 'node:crypto';
import type { ToolReference } from '../contract/tool-index.js';
import type { JsonValue } from 'toolgate/model';

/** The searchable content of a tool, and its identity. */
export interface ToolContent {
  /** The hash of the whole reference. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The names and descriptions of its parameters. */
  readonly parameters: string;
  /** The tags in lower case. */
  readonly tags: readonly string[];
}

const contents = new WeakMap<ToolReference, ToolContent>();

/** Returns the content of a tool. Each reference is read once and must not change afterwards. */
export const toolContent = (reference: ToolReference): ToolContent => {
  let content = contents.get(reference);
  if (!content) contents.set(reference, (content = read(reference)));
  return content;
};

const read = ({ name, description, inputSchema, tags = [] }: ToolReference): ToolContent => ({
  id: hash('sha256', JSON.stringify([name, description, inputSchema, tags]), 'base64url'),
  name,
  description,
  parameters: schemaTexts(inputSchema).join('\n'),
  tags: tags.map((tag) => tag.trim().toLowerCase()),
});

/** The largest depth of a schema that is read. */
const DEEPEST = 16;

/** Returns the names and descriptions of the parameters of a JSON schema, at every depth. */
const schemaTexts = (schema: JsonValue | undefined): readonly string[] => {
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
