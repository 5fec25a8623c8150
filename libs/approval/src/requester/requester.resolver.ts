import { type JsonObject, SEAM } from 'toolgate/model';
import type { ToolContext } from 'toolgate/tool';
import type { Requester } from './requester.js';

/**
 * Whether a requester may still run a suspended turn: `present`, with the transient data of this process, or `gone`.
 */
export type Rehydrated =
  | { readonly type: 'present'; readonly transient?: Readonly<Record<string, unknown>> }
  | { readonly type: 'gone'; readonly reason: string };

/**
 * Identifies the requester of a turn. A turn that must wait for a person needs a requester, because it resumes on the
 * requester's behalf.
 */
export abstract class RequesterResolver {
  static readonly [SEAM]: string = 'RequesterResolver';

  /** Returns the requester of a turn's tool context. Called once for each turn, when it begins. */
  abstract identify(context: ToolContext): Requester | Promise<Requester>;
  /**
   * Returns whether the requester is still present. Called before a run resumes; if the requester is gone, the run is
   * canceled.
   */
  abstract rehydrate(requester: Requester, toolContext: JsonObject): Rehydrated | Promise<Rehydrated>;
}
