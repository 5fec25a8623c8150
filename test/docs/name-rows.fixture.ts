// The declarations that the examples in the tables of names of docs/ leave to the reader.
import 'reflect-metadata';
import { type CanActivate, type ExecutionContext, UseGuards } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { IsInt, IsString } from 'class-validator';
import {
  ApprovalService,
  ChatClient,
  ChatMemory,
  ChatMemoryRepository,
  ChatModelException,
  type ChatResponse,
  ChatTurnException,
  HumanApprovalStrategy,
  InMemoryApprovalStore,
  type Message,
  type Prompt,
  RequesterResolver,
  SafeGuardAdvisor,
  StructuredOutputException,
  Tool,
  ToolApprovalAuditor,
  ToolApprovalException,
  ToolApprovalPendingException,
  ToolApprovalStrategy,
  ToolCallback,
  type ToolCallResult,
  ToolContext,
  ToolgateModule,
  ToolParam,
} from 'toolgate';
import { approvalGate } from 'toolgate/approval';
import { ToolCallingAdvisorFactory } from '#chat';
import { ToolExecutionEligibilityChecker } from 'toolgate/chat';
import { InMemoryChatMemoryRepository, InMemoryVectorStore } from 'toolgate/memory';
import { lastUserMessage, systemMessage, textOf, type ToolDefinition, userMessage } from 'toolgate/model';
import { callsTools, HashEmbeddingModel, ScriptedChatModel, toolCall } from 'toolgate/testing';
import {
  AugmentedArgumentConsumer,
  inputSchemaOf,
  JsonToolCallResultConverter,
  MessageExceptionProcessor,
  methodTool,
  RegistryToolCallbackResolver,
  StaticToolCallbackResolver,
  ToolCallingManager,
  ToolCallLimitExceededException,
  ToolExecutionException,
  type ToolExecutionResult,
  ToolRegistry,
  ToolSets,
  ToolVisibility,
} from 'toolgate/tool';
import { LruEvictionStrategy, RegexToolIndex, ToolSearchSessions } from 'toolgate/tool-search';

export { applyDecorators, Module, UseFilters, UseGuards } from '@nestjs/common';
export type { ToolCallResult } from 'toolgate';
export { causeOf } from 'toolgate';
export { SafeGuardAdvisor, InMemoryApprovalStore, type JsonObject, type ToolApprovalEvent } from 'toolgate';
export { allowTools, denyTools, type ToolApprovalContext } from 'toolgate/approval';
export { type ChatClientRequest } from 'toolgate/chat';
export { textOf } from 'toolgate/model';
export { type AugmentedArgumentEvent, type PreparedCall } from 'toolgate/tool';
export { openai } from '@ai-sdk/openai';
export { z } from 'zod';

export type Executed = Extract<ToolExecutionResult, { type: 'executed' }>;

export class Orders {
  @Tool({ description: 'Find an order', requiresApproval: false, tags: ['orders', 'read'] })
  find(number: string): string {
    return `${number} is on its way.`;
  }

  all(): readonly string[] {
    return ['A-1'];
  }
}

export class Customers {
  @Tool({ description: 'Find a customer', requiresApproval: false })
  findCustomer(name: string): string {
    return name;
  }
}

class Refunds {
  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(number: string): string {
    return `Refunded ${number}.`;
  }
}

export let executionContext: ExecutionContext;

export class AdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    executionContext = context;
    return true;
  }
}

class Guarded {
  @UseGuards(AdminGuard)
  @Tool({ description: 'Run behind a guard', requiresApproval: false })
  guarded(_context: ToolContext): void {}
}

export class RefundDto {
  @IsInt()
  amount!: number;
}

export class Film {
  @IsString()
  title!: string;
}

export class Thought {
  @ToolParam({ description: 'Why this tool' })
  reason!: string;
}

export class ThoughtLog extends AugmentedArgumentConsumer<Thought> {
  consume(): void {}
}

export class Users extends RequesterResolver {
  identify = () => ({ id: 'ann' });
  rehydrate = () => ({ type: 'present' }) as const;
}

export class Policy extends ToolApprovalStrategy {
  approve = () => ({ type: 'abstain' }) as const;
}

class SilentAuditor extends ToolApprovalAuditor {
  decided(): void {}
}

export class ByTenant extends ToolVisibility {
  isVisible = () => true;
}

export class Never extends ToolExecutionEligibilityChecker {
  isToolExecutionRequired = () => false;
}

export class PaymentError extends Error {}
export class Polite extends MessageExceptionProcessor {}
export class CsvConverter extends JsonToolCallResultConverter {}
export class CatalogueIndex extends RegexToolIndex {}
export class Conversations extends InMemoryChatMemoryRepository {}
export class Loops extends ToolCallingAdvisorFactory {}

export const log = (..._said: unknown[]): void => {};
export const paint = async (_text: string): Promise<Uint8Array> => png;
export const withoutCards = (text: string): string => text;
export const newline = '\n';
export const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
export const orders = new Orders();
export const callback: ToolCallback = methodTool(new Customers(), 'findCustomer', { name: 'customer' });
export const definition: ToolDefinition = { ...callback.definition, name: 'remote' };
export const post = async (_input: string): Promise<ToolCallResult> => ({
  output: { type: 'text', text: 'Posted' },
  outcome: { type: 'success' },
});
export const schema = inputSchemaOf(Orders, 'find');
export const first = new StaticToolCallbackResolver([callback]);
export const second = new StaticToolCallbackResolver([]);

export class Catalogue extends StaticToolCallbackResolver {
  constructor() {
    super([callback]);
  }
}

const ANSWERS: readonly (readonly [string, string])[] = [
  ['Name a film', '{"title":"Alien"}'],
  ['Name films', '{"value":[{"title":"Alien"}]}'],
  ['Name people', '{"value":["Ann"]}'],
  ['Count', '{"lamps":3}'],
  ['Is it relevant', '{"relevant":true}'],
];

const answerTo = (prompt: Prompt) => {
  if (prompt.messages.at(-1)?.role === 'tool') return 'Done.';
  const text = textOf(lastUserMessage(prompt.messages) ?? userMessage('Hi'));
  if (text.startsWith('Refund')) return callsTools(toolCall('refund', { number: 'A-1' }));
  if (text.startsWith('Ask')) return callsTools(toolCall('guarded'));
  return ANSWERS.find(([question]) => text.startsWith(question))?.[1] ?? 'Hello.';
};

/** A model that answers every question of the page. */
export const modelOfPage = (): ScriptedChatModel => new ScriptedChatModel(Array(1000).fill(answerTo));

export const model = modelOfPage();
export const requester = new Users();
export const strategy = new HumanApprovalStrategy();
export const services = [Orders, Customers, Refunds, ThoughtLog, CsvConverter, AdminGuard, Guarded];
const app = await Test.createTestingModule({
  imports: [
    ToolgateModule.forRoot({
      model,
      approval: { store: new InMemoryApprovalStore(), requester, strategy, worker: false },
    }),
  ],
  providers: services,
}).compile();

export const chat = app.get(ChatClient);
export const manager = app.get(ToolCallingManager);
export const registry = app.get(ToolRegistry);
export const approvals = app.get(ApprovalService);
export const memory = app.get(ChatMemory);
export const repository = app.get(ChatMemoryRepository);
export const embeddingModel = new HashEmbeddingModel();
export const store = new InMemoryVectorStore(embeddingModel);
export const toolIndex = new RegexToolIndex();
export const sessions = new ToolSearchSessions(toolIndex, new LruEvictionStrategy(10));
export const toolSets = new ToolSets(new RegistryToolCallbackResolver(registry), registry);
export const exceptionProcessor = new MessageExceptionProcessor();
export const policy = new Policy();
export const officeHours = policy;
export const leadsOnly = policy;
export const stricter = policy;
export const auditor = new SilentAuditor();
export const gate = approvalGate(policy);
export const guard = new SafeGuardAdvisor({ words: ['poison'] });

const question = userMessage('Where is A-1?');
const calls = callsTools(toolCall('find', { number: 'A-1' }));
export const messages: readonly Message[] = [systemMessage('Be kind.'), question];
export const prompt: Prompt = { messages: [question] };
export const response: ChatResponse = { message: calls, finishReason: { unified: 'tool-calls' }, usage: {} };
export const result = await manager.executeToolCalls(prompt, response, { tools: [Orders] });
export const results = result.type === 'executed' ? result.results : [];

await chat.prompt('Ask the guard').tools(Guarded).call().content();
export const outcome = await chat.prompt('Refund A-1').tools(Refunds).call().outcome();
export const runId = outcome.status === 'suspended' ? outcome.runId : '';
export const [approval] = (await approvals.list({ runId })).items;
export const { id, revision, argsHash } = approval!;
export const decisionId = 'decision-1';
export const user = { id: 'lee', roles: ['lead'] };

/** An error for each example that reads one, by its class. */
export const errors: readonly Error[] = [
  new ToolCallLimitExceededException('too many', { conversationHistory: [], results: [] }),
  new ToolExecutionException('find', new Error('no')),
  new ChatModelException({ provider: 'a', modelId: 'b' }, 'was busy', { kind: 'rate-limit' }),
  new StructuredOutputException(response, [], 1),
  new ToolApprovalException('policy engine unavailable'),
  new ToolApprovalPendingException([]),
  new ChatTurnException([userMessage('Hi')], new Error('no')),
];
