import type { ToolContent } from '../indexes/tool-content.js';
import type { Vocabulary } from './vocabulary.js';
import { splitWords } from '../words/split-words.js';

/** The words of a tool by their numbers, each with its weight. */
export interface ToolWords {
  readonly numbers: Int32Array;
  readonly weights: Float32Array;
  /** The number of words of the name, which come first. */
  readonly named: number;
}

/** The weight of a word by its place: a word of the name counts most. */
const WEIGHTS = { name: 2, tags: 1, description: 1, parameters: 0.6 } as const;
const POSITION = 0.2;
const REPETITION = 0.1;
const MOST_REPETITIONS = 3;

/** Reads the words of a tool into a vocabulary. */
export const toolWordsOf = (content: ToolContent, vocabulary: Vocabulary): ToolWords => {
  const weights = new Map<string, number>();
  weigh(splitWords(content.name), WEIGHTS.name, weights);
  const named = weights.size;
  weigh(splitWords(content.description), WEIGHTS.description, weights);
  weigh(splitWords(content.tags.join(' ')), WEIGHTS.tags, weights);
  weigh(splitWords(content.parameters), WEIGHTS.parameters, weights);
  return {
    numbers: Int32Array.from(weights.keys(), (word) => vocabulary.use(word)),
    weights: Float32Array.from(weights.values()),
    named,
  };
};

const weigh = (words: readonly string[], weight: number, weights: Map<string, number>): void => {
  const counts = new Map<string, number>();
  for (const [place, word] of words.entries()) {
    const count = counts.get(word) ?? 0;
    counts.set(word, count + 1);
    if (count === 0) add(weights, word, weight * (1 + POSITION * (1 - place / words.length)));
    else if (count <= MOST_REPETITIONS) add(weights, word, weight * REPETITION);
  }
};

// A word of the name that also occurs elsewhere weighs a little more.
const add = (weights: Map<string, number>, word: string, weight: number): void => {
  const known = weights.get(word);
  weights.set(word, known === undefined ? weight : Math.max(known, weight) + REPETITION * Math.min(known, weight));
};
