import type { ToolCallOutcome } from 'toolgate/model';
import type { ToolCallResult } from 'toolgate/tool';
import type { SessionTools } from '../sessions/tool-search-sessions.js';

const text = (said: string, outcome: ToolCallOutcome = { type: 'success' }): ToolCallResult => ({
  output: { type: 'text', text: said },
  outcome,
});

const MOST_CATEGORIES = 50;

/** The result of a search that found tools: their names. */
export const foundResult = (names: readonly string[]): ToolCallResult => ({
  output: { type: 'json', value: names },
  outcome: { type: 'success' },
});

/** The result of a search that found no tool. */
export const nothingResult = (query: string): ToolCallResult =>
  text(`No tool fits "${query}". Say in other words what it should do, or more generally.`);

/** The result of a search with an empty query. */
export const emptyResult = (): ToolCallResult =>
  text('The query is empty. Say in a few words what the tool should do.', {
    type: 'error',
    kind: 'invalid-arguments',
  });

/**
 * The result of a search in a category without tools, with the known categories; undefined if the category has tools.
 */
export const noCategoryResult = (category: string, tools: SessionTools): ToolCallResult | undefined => {
  const categories = new Set([...tools.values()].flatMap(({ tags = [] }) => tags));
  const wanted = category.toLowerCase();
  if ([...categories].some((each) => each.toLowerCase() === wanted)) return undefined;
  const known = [...categories].slice(0, MOST_CATEGORIES).join(', ');
  const way = known === '' ? 'Search without a category.' : `Use one of: ${known}. Or search without a category.`;
  return text(`No tool has the category "${category}". ${way}`);
};

/** The result of a search that failed. */
export const failedResult = (): ToolCallResult =>
  text('The tools cannot be searched at the moment. Try once more later, or answer without them.', {
    type: 'error',
    kind: 'execution',
  });
