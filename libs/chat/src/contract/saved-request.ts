import type { ChatOptions, JsonObject, JsonSchema, Message } from 'toolgate/model';
import type { ToolCallLimits } from 'toolgate/tool';
import type { EntityOptions } from './entity-options.js';
import { TurnSlot } from './turn-slot.js';

/** A prompt in its stored form: plain JSON, with tools and advisors by their names. */
export interface SavedRequest {
  readonly client: string;
  readonly messages: readonly Message[];
  readonly options: ChatOptions;
  /** The parameters of the advisors. */
  readonly context: JsonObject;
  readonly toolContext: JsonObject;
  readonly conversation?: string;
  readonly tools: readonly string[];
  /** The chain, outermost first. */
  readonly advisors: readonly string[];
  /** The W3C trace parent in which the turn was suspended; absent if it was not traced. */
  readonly traceParent?: string;
  /**
   * How long one attempt may take, in milliseconds. Absent if neither prompt nor client had a limit: the client's
   * present limit applies.
   */
  readonly timeoutMs?: number | 'unlimited';
  /** The limits of prompt and client. Absent if neither had any: the client's present limits apply. */
  readonly limits?: SavedLimits;
  /** The id of the turn that the answer replaces in the memory. */
  readonly replaces?: string;
  /** The entity that the turn has to return. Absent if there is none. */
  readonly entity?: SavedEntity;
}

/** The W3C trace parent of a turn, which is saved with its request. */
export const TRACE_PARENT = new TurnSlot<string>();

/** Limits as plain JSON, which has no `Infinity`. */
export interface SavedLimits {
  readonly callsPerTool?: SavedNumber;
  readonly perTool?: Readonly<Record<string, SavedNumber>>;
  readonly totalCalls?: SavedNumber;
  readonly rounds?: SavedNumber;
  readonly repeatedCalls?: SavedNumber;
  readonly onBreach?: ToolCallLimits['onBreach'];
}

type SavedNumber = number | 'unlimited';

/** The entity of a turn in its stored form, while the turn waits. Plain JSON. */
export interface SavedEntity {
  /**
   * The schema of the answer. A resumed run reads the entity by this schema unless its reader passes the source again.
   */
  readonly schema: JsonSchema;
  readonly options: EntityOptions;
  /** Present if the answer receives the entity as a part. */
  readonly addsPart?: true;
}
