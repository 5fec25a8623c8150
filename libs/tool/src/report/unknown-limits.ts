import type { ToolCallLimits } from '../execution/tool-call-limits.js';
import { withEscapes } from './with-escapes.js';

const SHOWN = 20;

/** Limits, and the option that they come from. */
export interface LimitsAt {
  readonly limits: ToolCallLimits | undefined;
  /** Such as `toolCalling.limits`. */
  readonly where: string;
}

/** Returns what start-up reports about limits for single tools that name no tool; undefined if each names one. */
export const unknownLimits = ({ limits, where }: LimitsAt, tools: readonly string[]): string | undefined => {
  const known = new Set(tools);
  const unknown = Object.keys(limits?.perTool ?? {}).filter((name) => !known.has(name));
  if (unknown.length === 0) return undefined;
  const named = unknown.map((name) => `"${withEscapes(name)}"`).join(', ');
  return `${where}.perTool names what is no tool of the application: ${named}. ${toolsAre(tools)} Correct the name, or remove it.`;
};

const toolsAre = (names: readonly string[]): string => {
  if (names.length === 0) return 'There are no tools.';
  const more = names.length > SHOWN ? `, and ${names.length - SHOWN} more` : '';
  return `The tools are: ${names.slice(0, SHOWN).map(withEscapes).join(', ')}${more}.`;
};
