import { messageOf } from '#core';
import { assertOffered } from '#tool';
import { ToolCallback, ToolCallbackProvider, type ToolCallLimits, type ToolSets } from 'toolgate/tool';
import { clientsOf, orderOf } from '../contract/advise.decorator.js';
import { ToolAdvisor } from '../contract/advisor.js';
import { ChatClient } from './chat-client.js';
import type { ChatClientOptions, ChatModuleOptions } from './chat-options.js';
import type { ChatClientRuntime, ToolLoop } from '../turn/chat-client-runtime.js';
import { ChatClientException } from '../errors/chat.errors.js';
import { assertModel } from './assert-model.js';
import { overrideDefined } from '../prompt/override-defined.js';
import { retryPolicy } from './retry-policy.js';
import { assertLoopOrder } from '../loop/loop-order.js';

type SharedRuntime = Pick<ChatClientRuntime, 'model' | 'manager' | 'persistence' | 'live'> & {
  /** How tool calls are answered if the client has no option of its own. */
  readonly toolCalling: ToolLoop;
  /** How calls of a failing model are retried if the client has no option of its own. */
  readonly retry?: ChatModuleOptions['retry'];
  /** The classes of all advisors of the application. */
  readonly advisors: () => readonly Function[];
  /** Whether the application has a model that its clients share. */
  readonly hasModel: () => boolean;
  readonly injectedFor: (client: string) => ReturnType<ChatClientRuntime['injected']>;
};

/** The limits of a client, and the tools that it has in addition to those of the application. */
interface ClientLimits {
  readonly name: string;
  readonly limits: ToolCallLimits;
  readonly tools: readonly string[];
}

/** The chat clients of the application, by name; the one without a name is `default`. */
export class ChatClientRegistry {
  private readonly clients = new Map<string, ChatClient>();
  private readonly injected = new Map<string, ReturnType<ChatClientRuntime['injected']>>();

  constructor(private readonly shared: SharedRuntime) {}

  /** Creates a client. Throws `ChatClientException` if the name is taken. */
  create(name: string, options: ChatClientOptions = {}): ChatClient {
    if (this.clients.has(name)) throw new ChatClientException(`Two chat clients are named "${name}". Rename one.`);
    const { manager, persistence, live, injectedFor } = this.shared;
    const { model, toolCalling, retry = this.shared.retry, ...defaults } = options;
    if (model) assertModel(model, `the client "${name}"`);
    const injected = () => {
      const known = this.injected.get(name) ?? injectedFor(name);
      this.injected.set(name, known);
      return known;
    };
    const client = new ChatClient({
      name,
      model: model ?? this.shared.model,
      manager,
      defaults,
      injected,
      toolCalling: overrideDefined(this.shared.toolCalling, toolCalling ?? {}),
      retry: retryPolicy(retry),
      persistence,
      live,
    });
    this.clients.set(name, client);
    return client;
  }

  /** Returns the client of this name. Throws `ChatClientException` if there is none. */
  get(name = 'default'): ChatClient {
    const client = this.clients.get(name);
    if (client) return client;
    throw new ChatClientException(
      `No chat client is named "${name}". The clients are: ${[...this.clients.keys()].join(', ')}. Correct the name.`,
    );
  }

  /** Returns the names of all clients. */
  names(): readonly string[] {
    return [...this.clients.keys()];
  }

  /** Returns the names of the clients that have no model; an empty list if `default` lacks one and all others have one. */
  withoutModel(): readonly string[] {
    if (this.shared.hasModel()) return [];
    const names = [...this.clients].flatMap(([name, { runtime }]) => (runtime.model === this.shared.model ? name : []));
    return this.clients.size > 1 && names.every((name) => name === 'default') ? [] : names;
  }

  /** Returns the limits of each client that has some, and the names of the tools of its options. */
  limits(): readonly ClientLimits[] {
    return [...this.clients.values()].flatMap(({ runtime: { name, defaults } }) => {
      const { limits, tools = [] } = defaults;
      // The tools of a callback provider are only known for each prompt.
      if (!limits || tools.some((source) => source instanceof ToolCallbackProvider)) return [];
      const ownTools = tools.filter((source) => source instanceof ToolCallback);
      return [{ name, limits, tools: ownTools.map(({ definition }) => definition.name) }];
    });
  }

  /** Resolves the default tools of all clients. Throws `ChatClientException` if a source has no tool. */
  checkTools(toolSets: ToolSets): void {
    for (const { runtime } of this.clients.values()) {
      // A callback provider is resolved for each prompt only.
      const sources = (runtime.defaults.tools ?? []).filter((source) => !(source instanceof ToolCallbackProvider));
      try {
        assertOffered(toolSets.of(sources));
      } catch (cause) {
        const message = messageOf(cause);
        throw new ChatClientException(`The default tools of the client "${runtime.name}": ${message}`, { cause });
      }
    }
  }

  /**
   * Resolves the advisors again. Throws `ChatClientException` if two of them would answer the tool calls of one client,
   * or if `@Advise` names an unknown client.
   */
  check(): void {
    // A lookup before start-up may have missed advisors that did not exist yet.
    this.injected.clear();
    this.checkAdvice();
    for (const { runtime } of this.clients.values()) {
      const { name, defaults, injected, toolCalling } = runtime;
      if (toolCalling.order !== undefined) assertLoopOrder(toolCalling.order);
      const found = injected().filter(({ type }) => type?.prototype instanceof ToolAdvisor);
      const tools = [
        ...found.map(({ type, module }) => `${type?.name} in ${module}`),
        ...(defaults.advisors ?? [])
          .filter((advisor) => advisor instanceof ToolAdvisor)
          .map((advisor) => `${advisor.constructor.name} (order ${orderOf(advisor)}) of the defaults`),
      ];
      if (tools.length > 1) {
        throw new ChatClientException(
          `Two advisors would answer the tool calls of "${name}": ${tools.join(' and ')}. Remove one.`,
        );
      }
    }
  }

  // An advisor of an unknown client would never run.
  private checkAdvice(): void {
    for (const type of this.shared.advisors()) {
      const unknown = clientsOf(type)?.find((name) => !this.clients.has(name));
      if (unknown === undefined) continue;
      throw new ChatClientException(
        `@Advise({ clients }) of ${type.name} names the client "${unknown}", which does not exist. The clients are: ${[...this.clients.keys()].join(', ')}. Correct the name.`,
      );
    }
  }
}
