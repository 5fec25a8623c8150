import type { CallPlace } from './tool-call-events.js';

/**
 * Names the messages and calls of a turn: one message for each answer of the model, as in the transcript. A message of
 * AG-UI cannot be taken back, so rounds that begin again have messages of their own.
 */
export class AnswerIds {
  /** The round of the last part; undefined outside of a round. */
  round: number | undefined;
  private lastRound = 0;
  /** How often rounds of the turn began again, and from which round on. */
  private again = { count: 0, after: Infinity };

  constructor(private readonly turnId: string) {}

  enter(round: number): void {
    this.round = round;
    this.lastRound = Math.max(this.lastRound, round);
  }

  /** Uses new ids for the rounds after one. */
  beginAgainAfter(round: number): void {
    if (this.lastRound > round) this.again = { count: this.again.count + 1, after: round };
    this.lastRound = round;
  }

  /** Returns the id of the answer of the present round. */
  message(): string {
    const { turnId, round = 0, again } = this;
    return round > again.after ? `${turnId}:${round}~${again.count}` : `${turnId}:${round}`;
  }

  /** Returns a call of the present round. An id of a provider may repeat in another round. */
  call({ toolCallId, toolName }: Pick<CallPlace, 'toolCallId' | 'toolName'>): CallPlace {
    const messageId = this.message();
    return { toolCallId: `${messageId}:${toolCallId}`, toolName, messageId };
  }
}

/** Returns the turn that the id of a message names; undefined if it is not an id of this encoder. */
export const turnOfMessage = (messageId: string): string | undefined =>
  /^(?<turn>[^:]+):\d/.exec(messageId)?.groups?.['turn'];
