import { hash } from 'node:crypto';
import type { ToolReference } from '../contract/tool-index.js';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.js';
import { type ToolContent, toolContent } from './tool-content.js';

/** The tools of a session, which do not change. */
export interface ToolSet {
  /** The hash of the tools: equal for equal sets, in any order. */
  readonly key: string;
  readonly tools: ReadonlyMap<string, ToolContent>;
}

/** Returns a set with further tools; each replaces the tool with the same name. */
export const withTools = async (set: ToolSet | undefined, references: readonly ToolReference[]): Promise<ToolSet> => {
  const tools = new Map(set?.tools);
  for (const [place, reference] of references.entries()) {
    if (place % 16 === 15) await yieldToEventLoop();
    tools.set(reference.name, toolContent(reference));
  }
  const ids = [...tools.values()].map(({ id }) => id).sort();
  return { key: hash('sha256', ids.join(), 'base64url'), tools };
};
