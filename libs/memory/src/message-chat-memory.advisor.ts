import { Injectable, Optional } from '@nestjs/common';
import {
  type AdvisedStream,
  type AdvisorChain,
  aroundStream,
  atTurnEnd,
  type ChatClientRequest,
  type ChatTurn,
  describeError,
  HIGHEST_PRECEDENCE,
  idsForLog,
  MemoryAdvisor,
  placeOf,
  standsInsideLoop,
  type TurnEnd,
  watched,
} from 'toolgate/chat';
import { LineLogger, type Message } from 'toolgate/model';
import { ChatMemory } from './chat-memory.js';
import { ChatMemoryException } from './chat-memory.errors.js';
import { ClosingTurns } from './closing-turns.js';
import { conversationOf } from './conversation-of.js';
import { LOAD_MEMORY, storeMemory } from './memory-parts.js';
import { splitPrompt, systemFirst } from './split-prompt.js';
import { remembered, type TurnRecord } from './turn-record.js';

/** Where the advisor stands. */
export interface MessageChatMemoryAdvisorOptions {
  /** Behind the tool-calling advisor it remembers calls and results, too. @default what `@Advise` says, else HIGHEST_PRECEDENCE + 200 */
  readonly order?: number;
}

/**
 * Tells the model what was said before in the prompt's conversation, and remembers the turn once it has succeeded. A
 * prompt that brings an earlier answer brings its own history, and is told nothing. A turn that fails is forgotten,
 * unless a tool was started: then what was done is remembered.
 */
@Injectable()
export class MessageChatMemoryAdvisor extends MemoryAdvisor {
  override readonly order: number;
  private readonly logger = new LineLogger('Toolgate');
  private readonly closing = new ClosingTurns();
  private readonly records = new WeakMap<ChatTurn, TurnRecord>();

  constructor(
    private readonly memory: ChatMemory,
    @Optional() { order }: MessageChatMemoryAdvisorOptions = {},
  ) {
    super();
    if (!memory) throw new ChatMemoryException('MessageChatMemoryAdvisor needs a ChatMemory.');
    this.order = order ?? placeOf(new.target) ?? HIGHEST_PRECEDENCE + 200;
  }

  advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    const remind = (record: TurnRecord): AdvisedStream => {
      record.answer = undefined;
      return chain.next({ ...request, messages: withPast(request, record) });
    };
    return aroundStream(
      () => {
        const record = this.records.get(request.turn);
        return record ? remind(record) : this.begin(request, chain).then(remind);
      },
      (response) => {
        this.records.get(request.turn)!.answer = response.chatResponse;
        return response;
      },
    );
  }

  override async onResume(request: ChatClientRequest, chain: AdvisorChain): Promise<void> {
    const { resumed } = request.turn.keeping ?? {};
    if (!resumed || !standsInsideLoop(this, chain)) return;
    const { messages } = resumed.request;
    const record = await this.begin({ ...request, messages }, chain);
    record.answer = resumed.answer ?? resumed.loop.response;
  }

  private async begin({ turn, messages }: ChatClientRequest, chain: AdvisorChain): Promise<TurnRecord> {
    const conversation = conversationOf(turn, 'MessageChatMemoryAdvisor');
    const closing = this.closing.of(conversation, turn);
    if (closing) await closing;
    const { earlier, asked } = splitPrompt(messages);
    const past = earlier.length > 0 ? [] : await watched(turn, LOAD_MEMORY, () => this.memory.get(conversation));
    const insideLoop = standsInsideLoop(this, chain);
    const record: TurnRecord = { conversation, past, asked, insideLoop, answer: undefined };
    this.records.set(turn, record);
    atTurnEnd(turn, (end) => this.remember(record, turn, end));
    return record;
  }

  private remember(record: TurnRecord, turn: ChatTurn, end: TurnEnd): Promise<void> {
    const messages = remembered(record, turn, end);
    if (messages.length === 0) return Promise.resolve();
    const { conversation } = record;
    const storing = watched(turn, storeMemory(messages), () => this.store(conversation, turn.context.runId, messages));
    if (end.type === 'completed') return storing;
    // Behind a failure nobody is told of another one, and who has left does not wait.
    storing.catch((error: unknown) => this.logger.error(lost(turn, error)));
    this.closing.add(conversation, storing);
    return storing;
  }

  // Async, so that a memory that throws at once rejects.
  private async store(...turn: Parameters<ChatMemory['append']>): Promise<void> {
    await this.memory.append(...turn);
  }
}

const lost = ({ context }: ChatTurn, error: unknown): string =>
  `A turn failed after a tool was started, and what was done could not be remembered: ${describeError(error)} ${idsForLog(context)}`;

const withPast = ({ messages, turn }: ChatClientRequest, { past }: TurnRecord): readonly Message[] => {
  const first = messages.find(({ role }) => role !== 'system');
  if (first?.role !== 'tool' || !turn.loop) return systemFirst([...past, ...messages]);
  // The round was given its results only: what stands before them is in the loop.
  const { history } = turn.loop;
  const before = history.slice(
    0,
    history.findLastIndex(({ role }) => role === 'tool'),
  );
  return systemFirst([...past, ...before.filter(({ role }) => role !== 'system'), ...messages]);
};
