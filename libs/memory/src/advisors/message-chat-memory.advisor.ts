import { setImmediate } from 'node:timers/promises';
import { Injectable, Optional } from '@nestjs/common';
import { describeError, idsForLog } from '#core';
import { aroundStream, standsInsideLoop } from '#chat';
import {
  type AdvisedStream,
  type AdvisorChain,
  atTurnEnd,
  type ChatClientRequest,
  type ChatTurn,
  type ConversationKey,
  HIGHEST_PRECEDENCE,
  type LastTurn,
  MemoryAdvisor,
  placeOf,
  type TurnEnd,
  TurnSlot,
  watched,
} from 'toolgate/chat';
import { LineLogger, type Message } from 'toolgate/model';
import { ChatMemory } from '../contract/chat-memory.js';
import { ChatMemoryException } from '../contract/chat-memory.errors.js';
import { type ClosingTurns, closingTurnsOf } from './closing-turns.js';
import { conversationOf } from './turn-conversation.js';
import { LOAD_MEMORY, storeMemory } from './memory-parts.js';
import { splitPrompt, systemFirst } from './split-prompt.js';
import { isAnswered, remembered, type TurnRecord } from './turn-record.js';

/** Options of the `MessageChatMemoryAdvisor`. */
export interface MessageChatMemoryAdvisorOptions {
  /**
   * With an order after the tool-calling advisor, it also stores calls and results. @default the order of `@Advise`,
   * else HIGHEST_PRECEDENCE + 200
   */
  readonly order?: number;
}

/**
 * Adds the past messages of the prompt's conversation, and stores the turn once it has succeeded. A prompt that
 * contains an earlier answer has its own history: no messages are added. A turn that fails is not stored unless a tool
 * was started: then its results are stored.
 */
@Injectable()
export class MessageChatMemoryAdvisor extends MemoryAdvisor {
  override readonly order: number;
  private readonly logger = new LineLogger('Toolgate');
  private readonly record = new TurnSlot<TurnRecord>();

  constructor(
    private readonly memory: ChatMemory,
    @Optional() { order }: MessageChatMemoryAdvisorOptions = {},
  ) {
    super();
    if (!memory)
      throw new ChatMemoryException('MessageChatMemoryAdvisor needs a ChatMemory. Pass one to its constructor.');
    this.order = order ?? placeOf(new.target) ?? HIGHEST_PRECEDENCE + 200;
  }

  advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    const addPast = (record: TurnRecord): AdvisedStream => {
      record.answer = undefined;
      return chain.next({ ...request, messages: withPast(request, record) });
    };
    return aroundStream(
      () => {
        const record = this.record.of(request.turn);
        return record ? addPast(record) : this.begin(request, chain).then(addPast);
      },
      (response) => {
        this.record.of(request.turn)!.answer = response.chatResponse;
        return response;
      },
    );
  }

  override async onResume(request: ChatClientRequest, chain: AdvisorChain): Promise<void> {
    const { resumed } = request.turn.durable ?? {};
    if (!resumed || !standsInsideLoop(this, chain)) return;
    const { messages } = resumed.request;
    const record = await this.begin({ ...request, messages }, chain);
    record.answer = resumed.answer ?? resumed.loop.response;
  }

  override async lastTurn(conversation: ConversationKey, _chain: AdvisorChain): Promise<LastTurn | undefined> {
    await this.closing.of(conversation);
    const last = await this.memory.lastTurn(conversation);
    return last && { ...last, isAnswered: isAnswered(last.messages) };
  }

  private async begin({ turn, messages }: ChatClientRequest, chain: AdvisorChain): Promise<TurnRecord> {
    const conversation = conversationOf(turn, 'MessageChatMemoryAdvisor');
    const closing = this.closing.of(conversation, turn);
    if (closing) await closing;
    const { earlier, asked } = splitPrompt(messages);
    const { replaces: without } = turn;
    const load = () => this.memory.get(conversation, without === undefined ? {} : { without });
    const past = earlier.length > 0 ? [] : await watched(turn, LOAD_MEMORY, load);
    const insideLoop = standsInsideLoop(this, chain);
    const record: TurnRecord = { conversation, past, asked, insideLoop, answer: undefined };
    this.record.set(turn, record);
    let storing: Promise<void> | undefined;
    atTurnEnd(turn, (end) => (storing = this.remember(record, turn, end)));
    // A caller that leaves no longer waits, so the next turn has to. An aborted turn ends only in the next `setImmediate`.
    // A resumed turn stores its messages again in its next attempt, and its conversation takes no other turn until then.
    const close = () =>
      this.closing.add(
        conversation,
        setImmediate().then(() => storing),
      );
    if (!turn.durable?.resumed) turn.abort?.listeners.add(close);
    return record;
  }

  private remember(record: TurnRecord, turn: ChatTurn, end: TurnEnd): Promise<void> {
    const messages = remembered(record, turn, end);
    if (messages.length === 0) return Promise.resolve();
    const { conversation } = record;
    const replaces = isAnswered(messages) ? turn.replaces : undefined;
    const options = replaces === undefined ? {} : { replaces };
    const storing = watched(turn, storeMemory(messages), () =>
      this.store(conversation, turn.context.runId, messages, options),
    );
    if (end.type === 'completed') return storing;
    // A failed turn does not report this second failure, and an abandoned turn does not wait for it.
    storing.catch((error: unknown) => this.logger.error(lost(turn, error)));
    this.closing.add(conversation, storing);
    return storing;
  }

  private get closing(): ClosingTurns {
    return closingTurnsOf(this.memory);
  }

  // Async, so that a memory that throws synchronously rejects.
  private async store(...turn: Parameters<ChatMemory['append']>): Promise<void> {
    await this.memory.append(...turn);
  }
}

const lost = ({ context }: ChatTurn, error: unknown): string =>
  `A turn failed after a tool was started, and its results could not be stored: ${describeError(error)} ${idsForLog(context)}`;

const withPast = ({ messages, turn }: ChatClientRequest, { past }: TurnRecord): readonly Message[] => {
  const first = messages.find(({ role }) => role !== 'system');
  if (first?.role !== 'tool' || !turn.loop) return systemFirst([...past, ...messages]);
  // The request of this round contains only tool results. The messages before them are in the history of the loop.
  const { history } = turn.loop;
  const before = history.slice(
    0,
    history.findLastIndex(({ role }) => role === 'tool'),
  );
  return systemFirst([...past, ...before.filter(({ role }) => role !== 'system'), ...messages]);
};
