import type { JsonValue } from 'toolgate/model';

/** What a page returns for a call of a client tool, with the arguments that it was shown. */
export interface ShownOutput {
  readonly toolCallId: string;
  readonly input: JsonValue;
  readonly output: JsonValue;
  /** Why the page could not answer; absent if it has. */
  readonly error?: JsonValue;
}
