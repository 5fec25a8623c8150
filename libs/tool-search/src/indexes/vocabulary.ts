import { stemOf } from './stem-of.js';

/** How well a word of a query fits a word of a tool: 1 where it is the same. */
const SAME_STEM = 0.97;
const PART = 0.7;
const START = 0.26;
const WITHIN = 0.2;

/** Which word of a query each word of a vocabulary fits, and how well; by the word's number. */
export interface FittingWords {
  /** The place of the query's word, and -1 where none fits. */
  readonly places: Int8Array;
  readonly fits: Float32Array;
}

/** The words of all tools of an index, each with a number. */
export class Vocabulary {
  private readonly numbers = new Map<string, number>();
  private readonly words: string[] = [];
  private readonly stems: string[] = [];
  private readonly uses: number[] = [];
  private readonly free: number[] = [];

  /** The number of a word, used once more. */
  use(word: string): number {
    let number = this.numbers.get(word);
    if (number === undefined) {
      number = this.free.pop() ?? this.words.length;
      this.numbers.set(word, number);
      this.words[number] = word;
      this.stems[number] = stemOf(word);
      this.uses[number] = 0;
    }
    this.uses[number]!++;
    return number;
  }

  /** A word is used once less. */
  leave(number: number): void {
    if (--this.uses[number]! > 0) return;
    this.numbers.delete(this.words[number]!);
    this.words[number] = '';
    this.stems[number] = '';
    this.free.push(number);
  }

  /** Which of some words each word of the vocabulary fits. */
  fitting(wanted: readonly string[]): FittingWords {
    const { length } = this.words;
    const found = { places: new Int8Array(length).fill(-1), fits: new Float32Array(length) };
    for (const [place, word] of wanted.entries()) this.fit(found, word, place);
    return found;
  }

  private fit({ places, fits }: FittingWords, wanted: string, place: number): void {
    const stem = stemOf(wanted);
    for (let number = 0; number < this.words.length; number++) {
      const word = this.words[number]!;
      const fit = word === wanted ? 1 : this.stems[number] === stem ? SAME_STEM : fitOf(word, wanted);
      if (fit <= fits[number]!) continue;
      fits[number] = fit;
      places[number] = place;
    }
  }
}

// Two letters are within too many words.
const fitOf = (word: string, wanted: string): number => {
  const found = word.length > wanted.length ? word.indexOf(wanted) : -1;
  if (found < 0 || (found > 0 && wanted.length === 2 && wanted < '\u2E80')) return 0;
  return PART + (found === 0 ? START : WITHIN) * (wanted.length / word.length);
};
