import type { RE2JS } from 're2js';

/** The largest number of counted repetitions, and the weight of each. */
const MOST = 4;
const REPETITION = 0.1;
/** The weight of a match at the start, and of a match of the whole name. */
const POSITION = 0.3;
const SHARE = 0.5;

/** Returns the score of a tool by the number and position of its matches; matches in its name count twice. */
export const patternScore = (name: string, text: string, pattern: RE2JS): number => {
  const inName = patternFit(name, pattern);
  const elsewhere = patternFit(text.slice(name.length), pattern);
  return inName > 0 ? 2 * (inName + SHARE * shareOf(name, pattern)) + REPETITION * elsewhere : elsewhere;
};

const patternFit = (text: string, pattern: RE2JS): number => {
  const matcher = pattern.matcher(text);
  if (!matcher.find()) return 0;
  const first = 1 + POSITION * (1 - matcher.start() / (text.length + 1));
  let times = 0;
  while (times < MOST && matcher.find()) times++;
  return first + times * REPETITION;
};

const shareOf = (name: string, pattern: RE2JS): number => {
  const matcher = pattern.matcher(name);
  return matcher.find() ? (matcher.end() - matcher.start()) / name.length : 0;
};
