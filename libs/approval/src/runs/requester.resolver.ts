import { type JsonObject, SEAM } from 'toolgate/model';
import type { ToolContext } from 'toolgate/tool';
import type { Requester } from '../records/requester.js';

/** What became of a requester since a turn was suspended: still allowed, with what only lives in a process; or gone. */
export type Rehydrated =
  | { readonly type: 'present'; readonly transient?: Readonly<Record<string, unknown>> }
  | { readonly type: 'gone'; readonly reason: string };

/** Says on whose behalf a turn runs. A turn that has to wait for a person needs it, because it goes on as whoever asked. */
export abstract class RequesterResolver {
  static readonly [SEAM]: string = 'RequesterResolver';

  /** Of a turn's tool context, when its first tool call is decided. */
  abstract identify(context: ToolContext): Requester | Promise<Requester>;
  /** Before a turn goes on; one whose requester is gone is cancelled. */
  abstract rehydrate(requester: Requester, toolContext: JsonObject): Rehydrated | Promise<Rehydrated>;
}
