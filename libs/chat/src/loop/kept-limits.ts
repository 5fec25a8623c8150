import type { ToolCallLimits } from 'toolgate/tool';

/** Limits as plain JSON, which has no `Infinity`. */
export interface KeptLimits {
  readonly callsPerTool?: KeptNumber;
  readonly perTool?: Readonly<Record<string, KeptNumber>>;
  readonly totalCalls?: KeptNumber;
  readonly rounds?: KeptNumber;
  readonly repeatedCalls?: KeptNumber;
  readonly onBreach?: ToolCallLimits['onBreach'];
}

type KeptNumber = number | 'unlimited';

/** Converts limits to their stored form. */
export const keptLimits = (limits: ToolCallLimits): KeptLimits =>
  JSON.parse(JSON.stringify(limits, (_, value: unknown) => (value === Infinity ? 'unlimited' : value))) as KeptLimits;

/** Converts stored limits back. */
export const limitsOfKept = (kept: KeptLimits): ToolCallLimits => ({
  ...numbersOf({ ...kept }),
  ...(kept.perTool && { perTool: numbersOf({ ...kept.perTool }) as Record<string, number> }),
});

const numbersOf = (values: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === 'unlimited' ? Infinity : value]));
