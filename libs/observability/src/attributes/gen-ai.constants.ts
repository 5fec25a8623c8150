/** The prefix of the attributes that a strategy adds. */
export const METADATA = 'toolgate.tool.approval.metadata.';

/** The names of span events. */
export const EVENTS = {
  /** The turn waits for a person. */
  suspended: 'toolgate.suspended',
  /** A call of a tool was answered without running it. */
  notRun: 'toolgate.tool.not_run',
} as const;
