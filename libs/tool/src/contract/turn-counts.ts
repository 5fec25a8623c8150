import type { Message } from 'toolgate/model';
import { isLong, tallyTurn } from './tally-turn.js';

/** The numbers of tool calls in a turn, and of its answers with tool calls. */
export interface CallCounts {
  readonly perTool: ReadonlyMap<string, number>;
  readonly total: number;
  readonly rounds: number;
}

/** Returns the index after the last user message, at which a turn begins. */
export const turnStart = (messages: readonly Message[]): number =>
  messages.findLastIndex((message) => message.role === 'user') + 1;

/** The calls of a turn so far, counted from its messages. The counts per tool are computed on first use. */
export class TurnCounts implements CallCounts {
  total: number;
  rounds: number;
  private counted: string[] | undefined = undefined;
  private known: Map<string, number> | undefined = undefined;

  /** @param spent counts to add, from another part of the turn */
  constructor(
    /** The messages whose calls are counted, from `start` on. */
    readonly messages: readonly Message[],
    readonly start: number = turnStart(messages),
    readonly spent?: CallCounts,
  ) {
    this.total = spent?.total ?? 0;
    this.rounds = spent?.rounds ?? 0;
    if (isLong(messages, start)) this.continueTally();
    else this.countMessages();
  }

  get perTool(): ReadonlyMap<string, number> {
    return (this.known ??= this.countEach());
  }

  /** Counts one more call. */
  add(toolName: string): void {
    this.total++;
    if (this.known) addTo(this.known, toolName, 1);
    else if (this.counted) this.counted.push(toolName);
    else this.counted = [toolName];
  }

  /** Whether a tool was called more than `calls` times. */
  isAbove(calls: number, toolName: string): boolean {
    return this.total > calls && (this.perTool.get(toolName) ?? 0) > calls;
  }

  private countMessages(): void {
    const { messages } = this;
    for (let index = this.start; index < messages.length; index++) {
      const message = messages[index]!;
      if (message.role !== 'tool') continue;
      this.rounds++;
      this.total += message.content.length;
    }
  }

  // The tally grows with the turn, so its current counts are copied.
  private continueTally(): void {
    const { perTool, total, rounds } = tallyTurn(this.messages, this.start);
    this.total += total;
    this.rounds += rounds;
    this.known = new Map(perTool);
    for (const [name, calls] of this.spent?.perTool ?? []) addTo(this.known, name, calls);
  }

  private countEach(): Map<string, number> {
    const calls = new Map(this.spent?.perTool);
    for (const message of this.messages.slice(this.start)) {
      if (message.role === 'tool') for (const { toolName } of message.content) addTo(calls, toolName, 1);
    }
    for (const toolName of this.counted ?? []) addTo(calls, toolName, 1);
    return calls;
  }
}

const addTo = (counts: Map<string, number>, toolName: string, calls: number): void =>
  void counts.set(toolName, (counts.get(toolName) ?? 0) + calls);
