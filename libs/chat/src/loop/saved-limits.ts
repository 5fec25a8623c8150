import type { ToolCallLimits } from 'toolgate/tool';
import type { SavedLimits } from '../contract/saved-request.js';

/** Converts limits to their stored form. */
export const toSavedLimits = (limits: ToolCallLimits): SavedLimits =>
  JSON.parse(JSON.stringify(limits, (_, value: unknown) => (value === Infinity ? 'unlimited' : value)));

/** Converts stored limits back. */
export const fromSavedLimits = (saved: SavedLimits): ToolCallLimits => ({
  ...numbersOf({ ...saved }),
  ...(saved.perTool && { perTool: numbersOf({ ...saved.perTool }) as Record<string, number> }),
});

const numbersOf = (values: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === 'unlimited' ? Infinity : value]));
