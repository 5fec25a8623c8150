import { isPromiseLike } from '#core';
import { standsInsideLoop, type TurnWatch } from '#chat';
import {
  type AdvisedStream,
  type Advisor,
  type AdvisorChain,
  type ChatClientRequest,
  type ChatTurn,
  type TurnPart,
  orderOf,
} from 'toolgate/chat';
import { conversationAttributes } from '../attributes/conversation-attributes.js';
import type { Instruments } from '../telemetry/instruments.js';
import { observedOpen } from './observed-stream.js';
import type { Operation } from '../telemetry/operation.js';
import { recordAbort } from './record-abort.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { Attributes } from '../attributes/attributes.js';

/** The histogram of each kind of part. */
const INSTRUMENTS = {
  memory: 'memoryDuration',
  tool_search: 'toolSearchDuration',
} satisfies Record<TurnPart['family'], keyof Instruments>;

/** The span name and the histogram of a step. */
interface Observed {
  readonly name: string;
  readonly attributes: Attributes;
  readonly instrument: keyof Instruments;
  readonly measured: Attributes;
}

/** A step of a turn, and what is recorded when it ends. */
interface Step {
  readonly operation: Operation;
  recordEnd(record?: () => void): void;
  recordAbort(): void;
}

/** Records the steps of a turn: each advisor as `advisor {name}`, once a round, and each part by its name. */
export class TurnSpans implements TurnWatch {
  private readonly leaving = new Set<() => void>();

  constructor(
    private readonly telemetry: Telemetry,
    private readonly turn: ChatTurn,
    private readonly chain: AdvisorChain,
  ) {
    // Steps that react to the abort end first; the others end anyway.
    turn.abort?.listeners.add(() => setImmediate(() => this.leave()));
  }

  /** Ends steps that have not ended by themselves, such as an advisor that another one opened and does not read. */
  leave(): void {
    for (const leave of this.leaving) leave();
  }

  advisor(advisor: Advisor, { round }: ChatClientRequest, open: () => AdvisedStream): AdvisedStream {
    const measured = { 'toolgate.advisor.name': advisor.constructor.name };
    const attributes: Attributes = { 'toolgate.advisor.order': orderOf(advisor), ...measured };
    if (standsInsideLoop(advisor, this.chain)) attributes['toolgate.round'] = round;
    const name = `advisor ${advisorNameOf(advisor)}`.trimEnd();
    const step = this.begin({ name, attributes, instrument: 'advisorDuration', measured });
    const { operation, recordEnd, recordAbort: left } = step;
    const failed = (error: unknown): void => recordEnd(() => this.recordFailure(operation, error));
    try {
      // Opened at once, as without observation, because an advisor may act before its stream is read.
      const stream = operation.run(open);
      return observedOpen(operation, stream, { answered: () => recordEnd(), failed, left });
    } catch (error) {
      operation.end(() => failed(error));
      throw error;
    }
  }

  part<T, P extends TurnPart<Awaited<T>>>(part: P, work: () => T): T {
    const measured = { 'gen_ai.operation.name': part.name };
    const attributes = { ...conversationAttributes(this.turn), ...measured, ...part.attributes };
    const instrument = INSTRUMENTS[part.family];
    const { operation, recordEnd } = this.begin({ name: part.name, attributes, instrument, measured });
    const succeeded = <V>(result: V): V => {
      operation.end(() =>
        recordEnd(() => operation.addAttributes(() => ({ ...part.resultAttributes?.(result as Awaited<T>) }))),
      );
      return result;
    };
    const failed = (error: unknown): never => {
      operation.end(() => recordEnd(() => operation.failed(error)));
      throw error;
    };
    let result: T;
    try {
      result = operation.run(work);
    } catch (error) {
      return failed(error);
    }
    return isPromiseLike(result) ? (result.then(succeeded, failed) as T) : succeeded(result);
  }

  private begin({ name, attributes, instrument, measured }: Observed): Step {
    const { telemetry, turn, leaving } = this;
    const operation = telemetry.start(turn.context, { name, kind: 'INTERNAL', attributes });
    const recordEnd = (record?: () => void): void => {
      leaving.delete(leave);
      record?.();
      operation.measure(instrument, operation.seconds, measured);
    };
    const left = (): void => recordEnd(() => recordAbort(operation, turn));
    const leave = (): void => operation.end(left);
    leaving.add(leave);
    return { operation, recordEnd, recordAbort: left };
  }

  // A turn that waits for a person leaves its chain with an error, but is not a failure.
  private recordFailure(operation: Operation, error: unknown): void {
    const { durable, abort } = this.turn;
    if (!durable?.suspended) operation.failed(abort?.aborted ? abort.reason : error);
  }
}

const known = new Map<string, string>();

/** Returns the name of an advisor from its class: `message_chat_memory` for a `MessageChatMemoryAdvisor`. */
export const advisorNameOf = ({ constructor: { name } }: Advisor): string => {
  let words = known.get(name);
  if (words === undefined) {
    words = name
      .replaceAll(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3_$2')
      .toLowerCase()
      .replace(/(?:_around)?_advisor$/, '');
    known.set(name, words);
  }
  return words;
};
