import type { Kysely } from 'kysely';

/** The tables of live turns. */
export interface LiveTurnTables {
  readonly toolgate_live_turns: {
    readonly run: string;
    readonly tenant: string;
    readonly conversation: string | null;
    readonly requester: string | null;
    readonly attempt: number;
    /** The index of the first part of the attempt. */
    readonly first: number;
    /** The log object that writes the attempt. */
    readonly writer: string;
    readonly state: TurnState;
    /** When the attempt was opened, in milliseconds since 1970. */
    readonly opened: number;
    /** The end of the writer's lease, or of the attempt, in milliseconds since 1970. */
    readonly until: number;
    /** 1 after an abort was requested. */
    readonly aborted: number;
  };
  readonly toolgate_live_parts: {
    readonly run: string;
    /** The index of the first part of the row in its turn. */
    readonly position: number;
    /** The number of parts in the row. */
    readonly size: number;
    readonly bytes: number;
    /** The parts as a JSON array. */
    readonly parts: string;
  };
}

/** `lost`: given up before its end. An open turn whose lease is over is lost too. */
export type TurnState = 'open' | 'ended' | 'lost';

/** A database with the tables of live turns. */
export type LiveTurnDatabase = Kysely<LiveTurnTables>;
