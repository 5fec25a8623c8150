import { Injectable, type ModuleMetadata } from '@nestjs/common';
import { context, trace } from '@opentelemetry/api';
import { ChatClient, Tool, ToolgateModule, type ToolgateModuleOptions, ToolParam } from 'toolgate';
import { ObservabilityModule, type ObservabilityModuleOptions } from 'toolgate/observability';
import { Test } from '@nestjs/testing';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { deferred } from '../story.fixture.js';

/** The name of the span that is current, for tools of tests. */
export const currentSpan = (): string => {
  const span = trace.getSpan(context.active()) as { readonly name?: string } | undefined;
  return span?.name ?? 'none';
};

/** A model with a name. */
export class NamedModel extends ScriptedChatModel {
  override readonly modelName = { provider: 'openai.responses', modelId: 'gpt-x' };
}

/** An order desk whose two tools end only when both run. */
@Injectable()
export class Desk {
  readonly seen: string[] = [];
  private readonly gates = [deferred(), deferred()] as const;

  @Tool({ description: 'Find an order' })
  async find(@ToolParam() order: string): Promise<string> {
    this.gates[0].resolve();
    await this.gates[1].promise;
    this.seen.push(currentSpan());
    return `${order} is there`;
  }

  @Tool({ description: 'Find a customer' })
  async customer(@ToolParam() name: string): Promise<{ name: string; password: string }> {
    this.gates[1].resolve();
    await this.gates[0].promise;
    this.seen.push(currentSpan());
    return { name, password: 'hunter2hunter2' };
  }

  @Tool({ description: 'Fails' })
  fail(): never {
    throw new Error('The account of Ann is empty');
  }
}

/** Two rounds: a batch of two calls, and an answer. */
export const twoRounds = (): readonly ScriptedAnswer[] => [
  {
    message: callsTools('Let me look.', toolCall('find', { order: 'A-1' }), toolCall('customer', { name: 'Ann' })),
    usage: { inputTokens: 10, outputTokens: 5 },
    metadata: { id: 'r-1', model: 'gpt-x-2026' },
  },
  {
    message: callsTools('Ann ordered A-1.'),
    usage: { inputTokens: 20, outputTokens: 7, cacheReadTokens: 3 },
    metadata: { id: 'r-2', model: 'gpt-x-2026' },
  },
];

/** Starts an application with observability. */
export const bootObserved = async (
  model: ScriptedChatModel,
  {
    observe = {},
    options = {},
    metadata = {},
  }: { observe?: ObservabilityModuleOptions; options?: ToolgateModuleOptions; metadata?: ModuleMetadata } = {},
) => {
  const app = await Test.createTestingModule({
    ...metadata,
    imports: [
      ToolgateModule.forRoot({ model, ...options }),
      ObservabilityModule.forRoot(observe),
      ...(metadata.imports ?? []),
    ],
    providers: [Desk, ...(metadata.providers ?? [])],
  }).compile();
  await app.init();
  return { app, chat: app.get(ChatClient), desk: app.get(Desk) };
};
