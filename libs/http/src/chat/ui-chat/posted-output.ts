import type { JsonValue } from 'toolgate/model';
import type { ShownApproval } from '../shared/approval-ref.js';

/** The output of a client tool that a page has posted, for the call that the page was shown. */
export interface PostedOutput extends ShownApproval {
  readonly toolCallId: string;
  readonly output: JsonValue;
  /** Why the page could not run the tool; absent if it ran. */
  readonly error?: JsonValue;
}
