import { toolsAre } from '#core';
import type { ToolCallLimits } from '../contract/tool-call-limits.js';
import { withEscapes } from './with-escapes.js';

/** Limits, with the option that sets them. */
export interface LimitsAt {
  readonly limits: ToolCallLimits | undefined;
  /** The path of the option, such as `toolCalling.limits`. */
  readonly where: string;
}

/** Returns the start-up problem of per-tool limits that name an unknown tool; undefined if there is none. */
export const unknownLimits = ({ limits, where }: LimitsAt, tools: readonly string[]): string | undefined => {
  const known = new Set(tools);
  const unknown = Object.keys(limits?.perTool ?? {}).filter((name) => !known.has(name));
  if (unknown.length === 0) return undefined;
  const named = unknown.map((name) => `"${withEscapes(name)}"`).join(', ');
  return `${where}.perTool names unknown tools: ${named}. ${toolsAre(tools.map(withEscapes))} Correct the name, or remove it.`;
};
