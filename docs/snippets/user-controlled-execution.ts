// #region call
import { Injectable } from '@nestjs/common';
import { ChatClient, type ChatResponse, type Message, Tool } from 'toolgate';
import { hasToolCalls, textOf, userMessage } from 'toolgate/model';
import { ToolCallingManager } from 'toolgate/tool';

@Injectable()
export class Orders {
  readonly refunded: string[] = [];

  @Tool({ description: 'Look an order up by its number', requiresApproval: false })
  findOrder(orderNumber: string) {
    return { orderNumber, status: 'shipped' };
  }

  @Tool({ description: 'Refund an order' })
  refund(orderNumber: string) {
    this.refunded.push(orderNumber);
  }
}

const OURS = { toolCallingAdvisorAutoRegister: false };
const options = { tools: [Orders] };

@Injectable()
export class CallLoop {
  constructor(
    private readonly chat: ChatClient,
    private readonly manager: ToolCallingManager,
  ) {}

  async answer(question: string): Promise<string> {
    let messages: readonly Message[] = [userMessage(question)];
    for (;;) {
      const response = await this.chat.prompt({ messages, options }).advisors(OURS).call().chatResponse();
      if (!hasToolCalls(response)) return textOf(response.message);
      const result = await this.manager.executeToolCalls({ messages }, response, options);
      if (result.type === 'pending') return this.wait(messages, response);
      messages = result.conversationHistory;
    }
  }

  /** Stores the turn as a run: after the decision, `chat.resume(runId)` reads its answer. */
  private wait(messages: readonly Message[], response: ChatResponse): Promise<string> {
    return this.chat.prompt({ messages, options }).continueFrom(response).call().content();
  }
}
// #endregion
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { lastValueFrom, toArray } from 'rxjs';
import { Advise, ToolCallingAdvisor, type ToolContext } from 'toolgate';
import { ChatModel, type Prompt, ToolApprovalDecision, ToolApprovalStrategy, ToolgateModule } from 'toolgate';
import { ChatMemory } from 'toolgate/memory';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { toolCallsOf } from 'toolgate/model';
import { type ToolCallingChatOptions, type Turn } from 'toolgate/tool';

// #region stream
import { Controller, type MessageEvent, Param, Sse } from '@nestjs/common';
import { concat, defer, EMPTY, filter, map, type Observable } from 'rxjs';
import { aggregateChatResponse } from 'toolgate/chat';
import { ToolApprovalPendingException } from 'toolgate/tool';

@Controller('answers')
export class StreamLoop {
  constructor(
    private readonly chat: ChatClient,
    private readonly manager: ToolCallingManager,
  ) {}

  @Sse(':question')
  answer(@Param('question') question: string): Observable<MessageEvent> {
    return this.rounds([userMessage(question)]).pipe(
      map(({ message }) => ({ data: textOf(message) })),
      filter(({ data }) => data !== ''),
    );
  }

  private rounds(messages: readonly Message[]): Observable<ChatResponse> {
    let next: readonly Message[] | undefined;
    const round = this.chat.prompt({ messages, options }).advisors(OURS).stream().chatResponse();
    const executed = aggregateChatResponse(async (response) => {
      if (!hasToolCalls(response)) return;
      const result = await this.manager.executeToolCalls({ messages }, response, options);
      if (result.type === 'pending') throw new ToolApprovalPendingException(result.calls);
      next = result.conversationHistory;
    });
    return concat(
      round.pipe(executed),
      defer(() => (next ? this.rounds(next) : EMPTY)),
    );
  }
}
// #endregion

// #region model
@Injectable()
export class ModelLoop {
  constructor(
    private readonly model: ChatModel,
    private readonly manager: ToolCallingManager,
    private readonly memory: ChatMemory,
  ) {}

  async answer(question: string, conversation: string, turn: string): Promise<string> {
    const past = await this.memory.get(conversation);
    const tools = await this.manager.resolveToolDefinitions(options);
    let prompt: Prompt = { messages: [...past, userMessage(question)], tools };
    let response = await this.model.call(prompt);
    while (hasToolCalls(response)) {
      const result = await this.manager.executeToolCalls(prompt, response, options);
      if (result.type === 'pending') throw new ToolApprovalPendingException(result.calls);
      prompt = { tools, messages: result.conversationHistory };
      response = await this.model.call(prompt);
    }
    await this.memory.append(conversation, turn, [...prompt.messages.slice(past.length), response.message]);
    return textOf(response.message);
  }
}
// #endregion

// #region wrap
/** Logs the names of the called tools. */
class LoggedManager extends ToolCallingManager {
  constructor(
    private readonly inner: ToolCallingManager,
    private readonly log: string[],
  ) {
    super();
  }

  resolveToolDefinitions(options: ToolCallingChatOptions, context?: ToolContext) {
    return this.inner.resolveToolDefinitions(options, context);
  }

  executeToolCalls(prompt: Prompt, response: ChatResponse, options: ToolCallingChatOptions, turn?: Turn) {
    this.log.push(...toolCallsOf(response.message).map(({ toolName }) => toolName));
    return this.inner.executeToolCalls(prompt, response, options, turn);
  }
}

const log: string[] = [];

@Advise()
class LoggedLoop extends ToolCallingAdvisor {
  constructor(manager: ToolCallingManager) {
    super(new LoggedManager(manager, log));
  }
}
// #endregion

const strategy = ToolApprovalStrategy.of(() => ToolApprovalDecision.reject('not today'));
const tried = [
  callsTools(toolCall('findOrder', { orderNumber: 'A-1' }), toolCall('refund', { orderNumber: 'A-1' })),
  'No refund today.',
];
const model = new ScriptedChatModel([...tried, ...tried, ...tried, ...tried]);

@Module({
  imports: [ToolgateModule.forRoot({ model })],
  controllers: [StreamLoop],
  providers: [Orders, CallLoop, ModelLoop, { provide: ToolApprovalStrategy, useValue: strategy }],
})
class AppModule {}

export const run = async (): Promise<unknown> => {
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const question = 'Refund A-1';
  const called = await app.get(CallLoop).answer(question);
  const streamed = await lastValueFrom(app.get(StreamLoop).answer(question).pipe(toArray()));
  const asked = await app.get(ModelLoop).answer(question, 'c-1', 't-1');
  const remembered = await app.get(ChatMemory).get('c-1');
  const loop = new LoggedLoop(app.get(ToolCallingManager));
  await app.get(ChatClient).prompt(question).tools(Orders).advisors(loop).call().content();
  return {
    called,
    streamed: streamed.map(({ data }) => data),
    asked,
    remembered: remembered.map(({ role }) => role),
    refunded: app.get(Orders).refunded,
    logged: log,
  };
};
