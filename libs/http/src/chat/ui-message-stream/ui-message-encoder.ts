import { recordOf } from '#core';
import { addUsage } from '#model';
import type { FinishReason, StreamPart, Usage } from 'toolgate/model';
import { causeOf } from 'toolgate/chat';
import { problemOfError } from '../../problem/problem-of-error.js';
import { customChunk } from './custom-chunk.js';
import { fileUrl } from './file-url.js';
import { uiFinishReason } from './finish-reason.js';
import { OpenCalls } from './open-calls.js';
import { resultChunks } from './result-chunks.js';
import { TextBlocks } from './text-blocks.js';
import type { UiMessageChunk } from './ui-message-chunk.js';

/** A part of a turn, with what its reader may do: `mayDecide` is absent if the reader may decide an approval. */
export type ReaderPart = StreamPart & { readonly mayDecide?: boolean };

/** What an encoder knows of the message before its first part. */
export interface UiMessageStart {
  /** The id of the message: the id of the run, so that a second stream continues the same message. */
  readonly messageId: string;
  /** The ids of the calls that an earlier stream of the message has left without a result. */
  readonly open?: Iterable<string>;
}

const STOP: FinishReason = { unified: 'stop' };

/**
 * Converts the parts of a turn to chunks of the AI SDK's UI message stream. The chunks depend on the parts only, and
 * each prefix of them is a message that the stock client accepts.
 */
export class UiMessageEncoder {
  private readonly texts = new TextBlocks();
  private readonly calls: OpenCalls;
  /** The round of each call that has its result. */
  private readonly answered = new Map<string, number>();
  private readonly messageId: string;
  private round: number | undefined = undefined;
  private usage: Usage = {};
  /** Whether the parts contain the answer of the first round. Those of a resumed turn do not. */
  private hasFirstAnswer = false;
  private reason = STOP;

  constructor({ messageId, open }: UiMessageStart) {
    this.messageId = messageId;
    this.calls = new OpenCalls(open);
  }

  /** Returns the first chunks of a stream. */
  start(): readonly UiMessageChunk[] {
    return [{ type: 'start', messageId: this.messageId }];
  }

  /** Returns the chunks of a part. */
  encode(part: ReaderPart): readonly UiMessageChunk[] {
    const isText = part.type === 'text-delta' || part.type === 'reasoning-delta';
    // An empty piece carries metadata of the provider only.
    if (isText && part.delta === '') return [];
    const chunks: UiMessageChunk[] = [];
    if (isOfModel(part)) this.enter(part.round ?? 0, chunks);
    if (isText) {
      this.texts.add(part, this.round ?? 0, chunks);
      return chunks;
    }
    this.texts.close(chunks);
    this.add(part, chunks);
    return chunks;
  }

  /**
   * Returns the last chunks of a turn that was answered, or that waits.
   * @param total the usage of the whole turn, for parts that begin after a wait
   */
  end(total?: Usage): readonly UiMessageChunk[] {
    const chunks: UiMessageChunk[] = [];
    this.texts.close(chunks);
    this.leave(chunks);
    const { reason } = this;
    // The answer of an advisor that runs several loops may have the usage of the last one only.
    const usage = (!this.hasFirstAnswer && total) || this.usage;
    const waits = reason.unified === 'suspended';
    const { clientCalls } = this.calls;
    const messageMetadata = {
      usage,
      waits,
      ...(waits && clientCalls.size > 0 && { clientCalls: Object.fromEntries(clientCalls) }),
    };
    chunks.push({ type: 'finish', finishReason: uiFinishReason(reason), messageMetadata });
    return chunks;
  }

  /** Returns the last chunks of a turn that failed or was aborted. They contain nothing of an unexpected error. */
  fail(error: unknown): readonly UiMessageChunk[] {
    const chunks: UiMessageChunk[] = [];
    this.texts.close(chunks);
    this.calls.fail(chunks);
    this.leave(chunks);
    chunks.push(isAbort(error) ? { type: 'abort' } : { type: 'error', errorText: errorText(error) });
    return chunks;
  }

  private add(part: ReaderPart, chunks: UiMessageChunk[]): void {
    switch (part.type) {
      case 'tool-input-delta':
        return this.calls.write(part, chunks);
      case 'tool-call':
        return this.calls.add(part, chunks);
      case 'tool-approval-request':
        return this.calls.ask(part, chunks);
      case 'resumed':
        return this.beginAgain(part.round ?? 0, chunks);
      case 'suspended':
        this.reason = { unified: 'suspended' };
        return this.calls.suspend(part.batch, chunks);
      case 'tool-result':
        // A resumed turn repeats results, and a later call with the same id would receive one of them.
        if (this.answered.has(placeOf(part))) return;
        this.answered.set(placeOf(part), part.round ?? 0);
        this.calls.close(part.toolCallId);
        chunks.push(...resultChunks(part));
        return;
      case 'tool-progress': {
        const { toolCallId, toolName, value } = part;
        chunks.push({ type: 'data-progress', id: placeOf(part), data: { toolCallId, toolName, value } });
        return;
      }
      case 'finish':
        this.usage = addUsage(this.usage, part.usage);
        this.hasFirstAnswer ||= !part.round;
        this.reason = part.finishReason;
        return this.calls.endAnswer(chunks);
      case 'file':
        chunks.push({ type: 'file', url: fileUrl(part), mediaType: part.mediaType });
        return;
      case 'custom': {
        const chunk = customChunk(part);
        if (chunk) chunks.push(chunk);
      }
    }
  }

  private beginAgain(last: number, chunks: UiMessageChunk[]): void {
    this.calls.beginAgain(last, chunks);
    for (const [place, round] of this.answered) if (round > last) this.answered.delete(place);
    // The client keeps what a lost process has written, and a call of this step may have the same id.
    this.leave(chunks);
  }

  private enter(round: number, chunks: UiMessageChunk[]): void {
    if (this.round === round) return;
    this.texts.close(chunks);
    this.leave(chunks);
    this.round = round;
    chunks.push({ type: 'start-step' });
  }

  private leave(chunks: UiMessageChunk[]): void {
    if (this.round !== undefined) chunks.push({ type: 'finish-step' });
    this.round = undefined;
  }
}

// The other parts belong to calls of an answer that has ended, maybe in an earlier stream of the message.
const isOfModel = (part: ReaderPart): boolean => {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-delta':
    case 'tool-call':
    case 'file':
    case 'custom':
      return true;
    default:
      return part.type === 'tool-result' && part.providerExecuted === true;
  }
};

// A provider may repeat the id of a call in another round.
const placeOf = ({ toolCallId, round = 0 }: { readonly toolCallId: string; readonly round?: number }): string =>
  `${round}-${toolCallId}`;

const isAbort = (error: unknown): boolean => recordOf(causeOf(error))['name'] === 'AbortError';

const errorText = (error: unknown): string => {
  const { detail, title } = problemOfError(causeOf(error));
  return detail ?? title;
};
