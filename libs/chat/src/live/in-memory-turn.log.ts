import type { StreamPart } from 'toolgate/model';
import type { ConversationKey } from '../contract/conversation-key.js';
import { type LoggedTurn, type OpenedTurn, type PartLists, TurnLog, type TurnLogWriter } from '../contract/turn-log.js';
import { LiveTurnException } from '../errors/live-turn.errors.js';
import { EndedTurns } from './ended-turns.js';
import { LIVE_TURNS, type LiveTurnOptions } from './options.js';
import { MemoryTurn } from './memory-turn.js';

/**
 * Stores the parts of live turns in the memory of this process. An ended turn is removed after `keepMs`, or earlier if
 * all parts together exceed `maxBytes`; if no turn has ended, the turn that exceeds the limit loses its readers.
 */
export class InMemoryTurnLog extends TurnLog {
  private readonly turns = new Map<string, MemoryTurn>();
  private readonly conversations = new Map<string, string>();
  private readonly ended: EndedTurns;
  private readonly maxBytes: number;
  private bytes = 0;

  constructor(options: Pick<LiveTurnOptions, 'maxBytes' | 'keepMs'> = {}) {
    super();
    this.maxBytes = options.maxBytes ?? LIVE_TURNS.maxBytes.default;
    this.ended = new EndedTurns(options.keepMs ?? LIVE_TURNS.keepMs.default, (run) => this.remove(run));
  }

  open(run: string, opened: OpenedTurn): TurnLogWriter {
    const turn = this.turns.get(run) ?? new MemoryTurn(run, opened);
    if (this.turns.has(run)) {
      if (turn.attempt >= opened.attempt) throw LiveTurnException.lost(run);
      this.ended.delete(run);
      turn.reopen(opened);
    }
    this.turns.set(run, turn);
    const { tenant, conversation } = opened;
    if (conversation !== undefined) this.conversations.set(keyOf({ tenant, conversation }), run);
    return this.writerOf(turn, opened);
  }

  find(run: string): LoggedTurn | undefined {
    return this.turns.get(run)?.describe();
  }

  read(run: string, from: number): PartLists {
    return this.turns.get(run)?.read(from) ?? notFound(run);
  }

  active(conversation: ConversationKey): string | undefined {
    return this.conversations.get(keyOf(conversation));
  }

  requestAbort(run: string): boolean {
    const turn = this.turns.get(run);
    if (!turn?.isOpen) return false;
    turn.abort();
    return true;
  }

  override close(): void {
    this.ended.clear();
  }

  private writerOf(turn: MemoryTurn, { attempt }: OpenedTurn): TurnLogWriter {
    const assertOpen = (): void => {
      if (turn.attempt !== attempt || !turn.isOpen) throw LiveTurnException.lost(turn.runId);
    };
    return {
      append: (parts) => {
        assertOpen();
        this.add(turn, parts);
      },
      end: () => {
        assertOpen();
        this.closeTurn(turn);
      },
      release: () => {
        assertOpen();
        this.closeTurn(turn, true);
      },
    };
  }

  private add(turn: MemoryTurn, parts: readonly StreamPart[]): void {
    const before = turn.bytes;
    turn.add(parts);
    this.bytes += turn.bytes - before;
    while (this.bytes > this.maxBytes && this.ended.removeOldest());
    if (this.bytes <= this.maxBytes) return;
    this.closeTurn(turn, true);
    this.ended.delete(turn.runId);
    this.remove(turn.runId);
    throw LiveTurnException.full(turn.runId);
  }

  private closeTurn(turn: MemoryTurn, isLost?: boolean): void {
    turn.close(isLost);
    const { runId, tenant, conversation } = turn.describe();
    if (conversation !== undefined) {
      const key = keyOf({ tenant, conversation });
      if (this.conversations.get(key) === runId) this.conversations.delete(key);
    }
    this.ended.add(runId);
  }

  private remove(run: string): void {
    this.bytes -= this.turns.get(run)?.bytes ?? 0;
    this.turns.delete(run);
  }
}

const keyOf = ({ tenant, conversation }: ConversationKey): string => JSON.stringify([tenant, conversation]);

async function* notFound(run: string): AsyncGenerator<readonly StreamPart[], void, void> {
  throw LiveTurnException.notFound(run);
}
