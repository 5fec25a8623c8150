import type { RE2JS } from 're2js';
import type { FoundTool } from '../contract/tool-index.js';
import { BestTools } from '../indexes/best-tools.js';
import { compilePattern } from './compile-pattern.js';
import { patternLiterals } from './pattern-literals.js';
import { patternScore } from './pattern-score.js';
import type { RegexTool } from './regex-tool.js';
import { SearchBudget } from '../scheduling/search-budget.js';

/** A search by a pattern. */
export interface PatternSearch {
  readonly pattern: string;
  readonly maxResults: number;
}

/** The number of matching tools that are compared by the position and number of their matches. */
const COMPARED = 200;

/** Finds the tools that match a pattern, matching names first; none if the pattern is invalid, or takes too long. */
export const findByPattern = async (
  tools: readonly RegexTool[],
  { pattern, maxResults }: PatternSearch,
): Promise<readonly FoundTool[]> => {
  const compiled = compilePattern(pattern);
  if (!compiled) return [];
  const time = new SearchBudget();
  const fitting = await fittingOf(likelyOf(tools, pattern), compiled, time);
  const best = new BestTools(maxResults);
  for (const tool of comparedOf(fitting, compiled, maxResults)) {
    // The remaining tools rank lower: they are sorted by the length of their names.
    if (time.isDue() && !(await time.proceed())) break;
    best.offer(tool.content.name, patternScore(tool, compiled));
  }
  return best.tools;
};

const likelyOf = (tools: readonly RegexTool[], pattern: string): readonly RegexTool[] => {
  let likely = tools;
  for (const anyOf of patternLiterals(pattern))
    likely = likely.filter(({ data }) => anyOf.some((literal) => data!.text.includes(literal)));
  return likely;
};

const fittingOf = async (
  tools: readonly RegexTool[],
  pattern: RE2JS,
  time: SearchBudget,
): Promise<readonly RegexTool[]> => {
  const fitting: RegexTool[] = [];
  for (const tool of tools) {
    if (time.isDue() && !(await time.proceed())) return [];
    if (pattern.test(tool.data!.text)) fitting.push(tool);
  }
  return fitting;
};

const comparedOf = (fitting: readonly RegexTool[], pattern: RE2JS, maxResults: number): readonly RegexTool[] => {
  if (fitting.length === 0) return [];
  const named = fitting.filter(({ content }) => pattern.test(content.name));
  const others = named.length < maxResults ? fitting.filter((tool) => !named.includes(tool)) : [];
  return [...shortestFirst(named), ...shortestFirst(others)].slice(0, COMPARED);
};

const shortestFirst = (tools: readonly RegexTool[]): readonly RegexTool[] =>
  tools.length <= 1
    ? tools
    : [...tools].sort(({ content: one }, { content: other }) => one.name.length - other.name.length);
