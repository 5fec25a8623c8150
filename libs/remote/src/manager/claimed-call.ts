import type { ExternalFinishBody } from 'toolgate/http/client';
import type { JsonObject } from 'toolgate/model';

/** A call that this process has claimed: only it may run the call. */
export interface ClaimedCall {
  /** The arguments that were approved. */
  readonly arguments: JsonObject;
  /** The same for each attempt. */
  readonly idempotencyKey: string;
  /** Reports the outcome in the background, and gives the claim up. Called once, after the call. */
  readonly report: (outcome: ExternalFinishBody['outcome']) => void;
  /** Gives the claim up without an outcome. After its lease the service shows that the outcome is unknown. */
  readonly leave: () => void;
}
