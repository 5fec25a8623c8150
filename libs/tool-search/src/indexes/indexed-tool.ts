import type { ToolContent } from './tool-content.js';

/** A tool of one content, which an index has once however many sessions share it. */
export interface IndexedTool<Data> {
  readonly content: ToolContent;
  /** How many sets and calls hold it: where none does, it may go. */
  holders: number;
  /** Whether it can be found: `unsure` while it comes or goes, and where that failed. */
  state: 'absent' | 'unsure' | 'present';
  /** What the index makes of it. */
  data: Data | undefined;
}
