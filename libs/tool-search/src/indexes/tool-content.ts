import { createHash } from 'node:crypto';
import type { ToolReference } from '../tool-index.js';
import { schemaTexts } from './schema-texts.js';

/** What of a tool is searched, and what tells it from others. */
export interface ToolContent {
  /** The hash of all that the reference says. */
  readonly id: string;
  /** Some bits of it, as a number. */
  readonly mark: number;
  readonly name: string;
  readonly description: string;
  /** The names and descriptions of its parameters. */
  readonly parameters: string;
  readonly tags: readonly string[];
}

const contents = new WeakMap<ToolReference, ToolContent>();

/** The content of a tool: read once of each reference, which is not changed afterwards. */
export const contentOf = (reference: ToolReference): ToolContent => {
  let content = contents.get(reference);
  if (!content) contents.set(reference, (content = read(reference)));
  return content;
};

const read = ({ name, description, inputSchema, tags = [] }: ToolReference): ToolContent => {
  const hash = createHash('sha256')
    .update(JSON.stringify([name, description, inputSchema, tags]))
    .digest();
  return {
    id: hash.toString('base64url'),
    mark: hash.readUIntBE(0, 6),
    name,
    description,
    parameters: schemaTexts(inputSchema).join('\n'),
    tags: tags.map((tag) => tag.trim().toLowerCase()),
  };
};
