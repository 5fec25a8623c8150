import type { FilePart, TextPart } from 'toolgate/model';

const PARTS = Symbol.for('toolgate:tool-content');

/** A result of texts, files and images, created by `toolContent()`. */
export interface ToolContent {
  readonly [PARTS]: readonly (TextPart | FilePart)[];
}

/** Lets a tool return files and images, and texts between them: `toolContent('The plan:', filePart(png, 'image/png'))`. */
export const toolContent = (...parts: readonly (string | TextPart | FilePart)[]): ToolContent => ({
  [PARTS]: parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)),
});

/** Returns the parts of such a result; undefined for every other value. */
export const contentPartsOf = (value: unknown): ToolContent[typeof PARTS] | undefined =>
  typeof value === 'object' && value !== null ? (value as Partial<ToolContent>)[PARTS] : undefined;
