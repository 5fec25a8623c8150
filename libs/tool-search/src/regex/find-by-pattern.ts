import { RE2JS } from 're2js';
import type { FoundTool } from '../contract/tool-index.js';
import type { ToolContent } from '../indexes/tool-content.js';
import { SearchBudget } from '../scheduling/search-budget.js';
import { toolText } from './tool-text.js';

/** The largest length of a pattern, and of its compiled program: `a{1000}` is short, but its program is large. */
const LONGEST = 300;
const LARGEST = 300;
const FLAGS = RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE;

/** Finds the tools that match a pattern; none if the pattern is invalid, and those found so far if it takes too long. */
export const findByPattern = async (
  tools: ReadonlyMap<string, ToolContent>,
  pattern: string,
): Promise<readonly FoundTool[]> => {
  const compiled = compile(pattern);
  const found: FoundTool[] = [];
  if (!compiled) return found;
  const time = new SearchBudget();
  for (const content of tools.values()) {
    if (time.isDue() && !(await time.proceed())) break;
    const text = toolText(content);
    if (compiled.test(text)) found.push({ name: content.name, score: patternScore(content.name, text, compiled) });
  }
  return found;
};

/** Compiles a pattern whose matching time is linear in the text; `undefined` if it is invalid or too large. */
const compile = (pattern: string): RE2JS | undefined => {
  if (pattern.length > LONGEST) return undefined;
  try {
    const compiled = RE2JS.compile(pattern, FLAGS);
    return compiled.programSize() > LARGEST ? undefined : compiled;
  } catch {
    return undefined;
  }
};

/** The largest number of counted repetitions, and the weight of each. */
const MOST = 4;
const REPETITION = 0.1;
/** The weight of a match at the start, and of a match of the whole name. */
const POSITION = 0.3;
const SHARE = 0.5;

/** Returns the score of a tool by the number and position of its matches; matches in its name count twice. */
const patternScore = (name: string, text: string, pattern: RE2JS): number => {
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
