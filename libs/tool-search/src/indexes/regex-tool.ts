import type { IndexedTool } from './indexed-tool.js';
import type { ToolContent } from './tool-content.js';
import { toolWordsOf, type ToolWords } from './tool-words.js';
import type { Vocabulary } from './vocabulary.js';

/** What is kept of a tool to find it by words and by patterns. */
export interface RegexToolData {
  readonly words: ToolWords;
  /** Its texts in lower case, a line each and the name first. */
  readonly text: string;
}

/** A tool that is found by words and by patterns. */
export type RegexTool = IndexedTool<RegexToolData>;

/** How much of a tool's texts patterns are tried on, in UTF-16 units. */
const LONGEST = 2000;

/** Reads a tool to find it by words and by patterns. */
export const regexToolDataOf = (content: ToolContent, vocabulary: Vocabulary): RegexToolData => {
  const { name, description, parameters, tags } = content;
  const text = [name, description, parameters, ...tags].join('\n').slice(0, LONGEST).toLowerCase();
  return { words: toolWordsOf(content, vocabulary), text };
};
