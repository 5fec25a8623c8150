import type { Message } from 'toolgate/model';
import { isLong, tallyTurn } from './tally-turn.js';

/** How often tools were called in a turn, and how many of its answers called some. */
export interface CallCounts {
  readonly perTool: ReadonlyMap<string, number>;
  readonly total: number;
  readonly rounds: number;
}

/** The place after the last user message: there a turn begins. */
export const turnStart = (messages: readonly Message[]): number =>
  messages.findLastIndex((message) => message.role === 'user') + 1;

/** What a turn has done so far, counted from its messages. The counts of each tool are made when they are read. */
export class TurnCounts implements CallCounts {
  total: number;
  rounds: number;
  private counted: string[] | undefined = undefined;
  private known: Map<string, number> | undefined = undefined;

  /** @param spent what was counted elsewhere and is added */
  constructor(
    /** The calls that were counted stand after `start` in these messages. */
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

  /** Whether a tool was called more often than this. */
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

  // The tally grows with the turn, so what it says now is copied.
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
