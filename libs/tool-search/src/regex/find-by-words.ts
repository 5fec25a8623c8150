import type { FoundTool } from '../contract/tool-index.js';
import { BestTools } from '../indexes/best-tools.js';
import type { RegexTool } from './regex-tool.js';
import type { ToolWords } from './tool-words.js';
import type { FittingWords, Vocabulary } from './vocabulary.js';

/** A search by words. */
export interface WordSearch {
  readonly words: readonly string[];
  readonly maxResults: number;
}

/** The bonus of a tool whose whole name consists of words of the query. */
const WHOLE_NAME = 0.6;

/** Finds the tools that contain any of the words; tools with more of them, and with rarer ones, come first. */
export const findByWords = (
  tools: readonly RegexTool[],
  vocabulary: Vocabulary,
  { words, maxResults }: WordSearch,
): readonly FoundTool[] => {
  const fitting = vocabulary.fitting(words);
  const counts = new Float64Array(words.length);
  const candidates = tools.filter((tool) => count(tool.data!.words, fitting, counts));
  const rareness = counts.map((tools_) => Math.log1p(tools.length / (tools_ + 0.5)));
  const best = new BestTools(maxResults);
  const fits = new Float64Array(words.length);
  for (const { content, data } of candidates)
    best.offer(content.name, scoreOf(data!.words, { fitting, rareness, fits }));
  return best.tools;
};

/** Counts the words that a tool contains, and returns whether it contains any. */
const count = ({ numbers }: ToolWords, { places }: FittingWords, counts: Float64Array): boolean => {
  let had = 0;
  for (let index = 0; index < numbers.length; index++) {
    const place = places[numbers[index]!]!;
    if (place < 0 || had & (1 << place)) continue;
    had |= 1 << place;
    counts[place]!++;
  }
  return had !== 0;
};

interface Scoring {
  readonly fitting: FittingWords;
  readonly rareness: Float64Array;
  /** A buffer that is reused for each tool. */
  readonly fits: Float64Array;
}

const scoreOf = ({ numbers, weights, named }: ToolWords, { fitting, rareness, fits }: Scoring): number => {
  fits.fill(0);
  let inName = 0;
  for (let index = 0; index < numbers.length; index++) {
    const place = fitting.places[numbers[index]!]!;
    if (place < 0) continue;
    if (index < named) inName++;
    const fit = weights[index]! * fitting.fits[numbers[index]!]!;
    if (fit > fits[place]!) fits[place] = fit;
  }
  let score = 0;
  let distinct = 0;
  for (let place = 0; place < fits.length; place++) {
    if (fits[place]! > 0) distinct++;
    score += fits[place]! * rareness[place]!;
  }
  return score * (0.5 + (0.5 * distinct) / fits.length) * (1 + (WHOLE_NAME * inName) / named);
};
