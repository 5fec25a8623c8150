import { Module, type OnModuleInit } from '@nestjs/common';
import { registerSeam, seamProvider, Seams } from '#core';
import { ChatModel, LineLogger } from 'toolgate/model';
import { ToolModule } from '#tool';
import { ToolBody, ToolCallingManager, ToolSets } from 'toolgate/tool';
import { assertModel } from './client/assert-model.js';
import { joins } from './contract/advise.decorator.js';
import { Advisor } from './contract/advisor.js';
import { ChatClient } from './client/chat-client.js';
import { ChatClientRegistry } from './client/chat-client.registry.js';
import type { ChatModuleOptions } from './client/chat-options.js';
import { CHAT_OPTIONS } from './chat.constants.js';
import { NoChatModel } from './model-call/no-chat.model.js';
import { NoTurnPersistence, TurnPersistence } from './contract/turn-persistence.js';
import { LiveTurnFeed } from './contract/live-turn.feed.js';
import { TurnLog } from './contract/turn-log.js';
import { InMemoryTurnLog } from './live/in-memory-turn.log.js';
import { InProcessLiveTurnFeed } from './live/in-process-live-turn.feed.js';
import { LiveTurns } from './live/live-turns.js';
import { ToolAdvisorFactory, ToolCallingAdvisorFactory } from './loop/tool-advisor.factory.js';
import {
  HasToolCallsEligibilityChecker,
  ToolExecutionEligibilityChecker,
} from './loop/tool-execution-eligibility.checker.js';

const FROM = 'ToolgateModule.forRoot({ model })';
const noModel = (clients: readonly string[]): string =>
  `No chat model is configured, so each prompt of the chat client${clients.length > 1 ? 's' : ''} ${clients.join(', ')} fails. Pass one to ToolgateModule.forRoot({ model }) or createToolgate({ model }), or provide ChatModel in a module.`;

const OPTIONS = { token: CHAT_OPTIONS, optional: true };

type RegistryParts = readonly [
  model: ChatModel,
  manager: ToolCallingManager,
  checker: ToolExecutionEligibilityChecker,
  seams: Seams,
  persistence: TurnPersistence,
  factory: ToolAdvisorFactory,
  live: LiveTurns,
  options?: ChatModuleOptions,
];

registerSeam(Advisor);

/** Creates the application's chat clients from its model, its advisors and its tools. */
@Module({
  imports: [ToolModule],
  providers: [
    seamProvider(
      ChatModel,
      ['defaultOptions', 'modelName', 'warnings', 'supportsStructuredOutput', 'call', 'stream'],
      (options?: ChatModuleOptions) => ({
        fallback: () => new NoChatModel(),
        option: { value: options?.model && assertModel(options.model, FROM, ChatModel.name), from: FROM },
      }),
      [OPTIONS],
    ),
    seamProvider(ToolExecutionEligibilityChecker, ['isToolExecutionRequired'], () => ({
      fallback: () => new HasToolCallsEligibilityChecker(),
      refuseBareSubclass: true,
    })),
    seamProvider(
      TurnPersistence,
      [
        'isReady',
        'refusal',
        'requesterOf',
        'admit',
        'assertIdle',
        'suspend',
        'suspendInside',
        'resume',
        'isSaved',
        'hasEnded',
        'cancel',
      ],
      () => ({
        fallback: () => new NoTurnPersistence(),
      }),
    ),
    seamProvider(
      TurnLog,
      ['open', 'find', 'read', 'active', 'requestAbort', 'close'],
      (options?: ChatModuleOptions) => ({ fallback: () => new InMemoryTurnLog(options?.liveTurns) }),
      [OPTIONS],
    ),
    seamProvider(LiveTurnFeed, ['isShared', 'publish', 'subscribe'], () => ({
      fallback: () => new InProcessLiveTurnFeed(),
    })),
    {
      provide: LiveTurns,
      inject: [TurnLog, TurnPersistence, OPTIONS],
      useFactory: (log: TurnLog, persistence: TurnPersistence, { liveTurns }: ChatModuleOptions = {}) =>
        new LiveTurns({ log, persistence, shutdownMs: liveTurns?.shutdownMs }),
    },
    seamProvider(ToolAdvisorFactory, ['create'], () => ({ fallback: () => new ToolCallingAdvisorFactory() })),
    {
      provide: ChatClientRegistry,
      inject: [
        ChatModel,
        ToolCallingManager,
        ToolExecutionEligibilityChecker,
        Seams,
        TurnPersistence,
        ToolAdvisorFactory,
        LiveTurns,
        OPTIONS,
      ],
      useFactory: (...[model, manager, checker, seams, persistence, factory, live, options = {}]: RegistryParts) =>
        new ChatClientRegistry({
          model,
          manager,
          toolCalling: { checker, factory, ...options.toolCalling },
          retry: options.retry,
          persistence,
          live,
          hasModel: () => seams.isReplaced(ChatModel),
          advisors: () => seams.collect(Advisor).flatMap(({ type }) => type ?? []),
          injectedFor: (client) => seams.collect(Advisor).filter(({ type }) => joins(type, client)),
        }),
    },
    {
      provide: ChatClient,
      inject: [ChatClientRegistry, OPTIONS],
      useFactory: (clients: ChatClientRegistry, options: ChatModuleOptions = {}) =>
        clients.create('default', options.client),
    },
  ],
  exports: [
    ToolModule,
    ChatModel,
    ChatClient,
    ChatClientRegistry,
    TurnPersistence,
    TurnLog,
    LiveTurnFeed,
    LiveTurns,
    ToolAdvisorFactory,
    ToolExecutionEligibilityChecker,
  ],
})
export class ChatModule implements OnModuleInit {
  private readonly logger = new LineLogger('Toolgate');

  constructor(
    private readonly clients: ChatClientRegistry,
    private readonly model: ChatModel,
    private readonly toolSets: ToolSets,
    private readonly persistence: TurnPersistence,
  ) {}

  onModuleInit(): void {
    this.clients.check();
    this.clients.checkTools(this.toolSets);
    if (this.persistence.isReady()) ToolBody.track();
    for (const warning of this.model.warnings ?? []) this.logger.warn(warning);
    // An application that only decides approvals needs no model.
    const lacking = this.clients.withoutModel().map((name) => JSON.stringify(name));
    if (lacking.length > 0) this.logger.warn(noModel(lacking));
  }
}
