import type { ToolContent } from './tool-content.js';

/** A tool with one content, which an index stores once even if many sessions share it. */
export interface IndexedTool<Data> {
  readonly content: ToolContent;
  /** The number of sets and calls that hold the tool: without a holder, it may be removed. */
  holders: number;
  /** Whether the tool can be found: `unsure` while it is added or removed, and if that failed. */
  state: 'absent' | 'unsure' | 'present';
  /** The data that the index derives from the tool. */
  data: Data | undefined;
}
