import { hash } from 'node:crypto';
import type { ToolReference } from '../contract/tool-index.js';
import { schemaTexts } from './schema-texts.js';

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
