/** What the name of each attribute begins with that a strategy gave itself. */
export const METADATA = 'toolgate.tool.approval.metadata.';

/** The names of events on spans. */
export const EVENTS = {
  /** The turn waits for a person. */
  suspended: 'toolgate.suspended',
  /** A call of a tool was answered without running it. */
  notRun: 'toolgate.tool.not_run',
} as const;
