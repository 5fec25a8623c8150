/** A part of two texts: in both, only in the later one, or only in the earlier one. */
export interface WordChange {
  readonly type: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The most comparisons of words. Of two longer texts, only the common start and the common end are found. */
const MOST_COMPARISONS = 250_000;

const wordsOf = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? [];

/**
 * Returns how a text changes to another one, by words: the parts that are not added are the earlier text, those that
 * are not removed the later one. Returns nothing if the texts are too long to compare.
 */
export const wordChanges = (before: string, after: string): readonly WordChange[] | undefined => {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const start = commonStart(a, b);
  const end = commonStart(a.slice(start).toReversed(), b.slice(start).toReversed());
  const [from, to] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (from.length * to.length > MOST_COMPARISONS) return undefined;
  const same = (words: readonly string[]): readonly WordChange[] => words.map((text) => ({ type: 'same', text }));
  return joined([...same(a.slice(0, start)), ...between(from, to), ...same(a.slice(a.length - end))]);
};

const commonStart = (a: readonly string[], b: readonly string[]): number => {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
};

/** Follows the longest common subsequence of two lists of words. */
const between = (a: readonly string[], b: readonly string[]): readonly WordChange[] => {
  const lengths = commonLengths(a, b);
  const changes: WordChange[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      changes.push({ type: 'same', text: a[i]! });
      [i, j] = [i + 1, j + 1];
    } else if (j === b.length || (i < a.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      changes.push({ type: 'removed', text: a[i++]! });
    } else {
      changes.push({ type: 'added', text: b[j++]! });
    }
  }
  return changes;
};

/** `lengths[i][j]` is the length of the longest common subsequence of `a` from `i` and `b` from `j`. */
const commonLengths = (a: readonly string[], b: readonly string[]): readonly Uint32Array[] => {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i]![j] = a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  return lengths;
};

/** Joins neighbors of one type, and puts what was removed before what was added in its place. */
const joined = (changes: readonly WordChange[]): readonly WordChange[] => {
  const parts: WordChange[] = [];
  for (let at = 0; at < changes.length;) {
    const isSame = changes[at]!.type === 'same';
    let end = at;
    while (end < changes.length && (changes[end]!.type === 'same') === isSame) end++;
    const group = changes.slice(at, end);
    for (const type of ['same', 'removed', 'added'] as const) {
      const text = group.filter((change) => change.type === type).map((change) => change.text);
      if (text.length > 0) parts.push({ type, text: text.join('') });
    }
    at = end;
  }
  return parts;
};
