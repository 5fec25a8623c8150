import { stemOf } from '../words/stem.js';

/** The scores of a query word against a word of a tool; an equal word scores 1. */
const SAME_STEM = 0.97;
const PART = 0.7;
const START = 0.26;
const WITHIN = 0.2;

/** The query word that each word of a vocabulary matches, and its score, by the number of the word. */
export interface FittingWords {
  /** The index of the query's word; -1 if none matches. */
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

  /** Returns the number of a word, and counts one more use. */
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

  /** Counts one use of a word less. */
  leave(number: number): void {
    if (--this.uses[number]! > 0) return;
    this.numbers.delete(this.words[number]!);
    this.words[number] = '';
    this.stems[number] = '';
    this.free.push(number);
  }

  /** Returns which of these words each word of the vocabulary matches. */
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
      const fit = word === wanted ? 1 : this.stems[number] === stem ? SAME_STEM : wordFit(word, wanted);
      if (fit <= fits[number]!) continue;
      fits[number] = fit;
      places[number] = place;
    }
  }
}

// Two letters occur inside too many words.
const wordFit = (word: string, wanted: string): number => {
  const found = word.length > wanted.length ? word.indexOf(wanted) : -1;
  if (found < 0 || (found > 0 && wanted.length === 2 && wanted < '\u2E80')) return 0;
  return PART + (found === 0 ? START : WITHIN) * (wanted.length / word.length);
};
