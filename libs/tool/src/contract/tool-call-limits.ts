/** The limits of a turn. Every answered call counts, whether run, rejected or invalid. `Infinity` removes a limit. */
export interface ToolCallLimits {
  /** The most calls of one tool. @default 40 */
  readonly callsPerTool?: number;
  /** Limits for single tools, by name. The calls of a tool with `Infinity` still count towards `totalCalls`. */
  readonly perTool?: Readonly<Record<string, number>>;
  /** The most calls of all tools. @default 150 */
  readonly totalCalls?: number;
  /** The most answers of the model. @default 50 */
  readonly rounds?: number;
  /** The most calls of one tool with equal arguments; further ones do not run and do not end the turn. @default Infinity */
  readonly repeatedCalls?: number;
  /** `report` sends the model an error for a call above a limit and continues; `rounds` always stops. @default 'stop' */
  readonly onBreach?: 'stop' | 'report';
}
