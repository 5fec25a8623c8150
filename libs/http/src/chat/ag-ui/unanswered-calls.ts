const ROUND = /^[^:]+:(\d+)/;

/** The calls of a turn without a result, so that none stays open when another process continues the turn. */
export class UnansweredCalls {
  /** The calls that this stream has shown, and their rounds. */
  private readonly shown = new Map<string, number>();
  /** The calls that only earlier streams have shown. */
  private readonly missed = new Map<string, number>();
  private firstRound = Infinity;

  /** @param known the calls of the client's history that have no result */
  constructor(turnId: string, known: Iterable<string>) {
    for (const id of known) {
      if (id.startsWith(`${turnId}:`)) this.missed.set(id, Number(ROUND.exec(id)?.[1] ?? -1));
    }
  }

  show(id: string, round: number): void {
    this.missed.delete(id);
    this.shown.set(id, round);
  }

  answer(id: string): void {
    this.missed.delete(id);
    this.shown.delete(id);
  }

  /** Notes that the stream contains a round, and so every call of the rounds after it. */
  enter(round: number): void {
    this.firstRound = Math.min(this.firstRound, round);
  }

  /** Returns the calls that this stream has shown in the rounds after one. */
  after(round: number): readonly string[] {
    return [...this.shown].flatMap(([id, at]) => (at > round ? [id] : []));
  }

  /** Returns the calls that an earlier stream has shown, and that the turn does not contain. */
  notInTurn(): readonly string[] {
    return [...this.missed].flatMap(([id, round]) => (round >= this.firstRound ? [id] : []));
  }
}
