import type { IndexedTool } from '../indexes/indexed-tool.js';
import type { ToolContent } from '../indexes/tool-content.js';
import { toolWordsOf, type ToolWords } from './tool-words.js';
import type { Vocabulary } from './vocabulary.js';

/** The data of a tool for searches by words and by patterns. */
export interface RegexToolData {
  readonly words: ToolWords;
  /** The tool's texts in lower case, one per line, the name first. */
  readonly text: string;
}

/** A tool that can be found by words and by patterns. */
export type RegexTool = IndexedTool<RegexToolData>;

/** The length of a tool's texts that patterns are matched against, in UTF-16 units. */
const LONGEST = 2000;

/** Returns the data of a tool for searches by words and by patterns. */
export const regexToolDataOf = (content: ToolContent, vocabulary: Vocabulary): RegexToolData => {
  const { name, description, parameters, tags } = content;
  const text = [name, description, parameters, ...tags].join('\n').slice(0, LONGEST).toLowerCase();
  return { words: toolWordsOf(content, vocabulary), text };
};
