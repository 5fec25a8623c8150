import type { DescribeSpan } from './describe-span.js';

/** The options of `ObservabilityModule`: what spans contain besides names, times and numbers. */
export interface ObservabilityModuleOptions {
  /** Whether spans contain the arguments and results of tools. @default false */
  readonly toolContent?: boolean;
  /** Whether spans contain the messages to and from models. @default false */
  readonly messageContent?: boolean;
  /** Whether spans contain the reasons of decisions. @default false */
  readonly approvalReason?: boolean;
  /**
   * Redacts each text of content before it is recorded; most texts are JSON. If it throws, the text is left out.
   * @default removes texts that look like a secret
   */
  readonly redact?: (text: string) => string;
  /**
   * Called when a span starts. Returns another name for it, and attributes to add.
   * @default the names and attributes of this package
   */
  readonly describeSpan?: DescribeSpan;
}
