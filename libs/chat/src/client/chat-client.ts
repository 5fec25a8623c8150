import type { ChatModel } from 'toolgate/model';
import type { Advisor } from '../contract/advisor.js';
import type { ConversationKey } from '../contract/conversation-key.js';
import type { TurnListener } from '../contract/turn-listener.js';
import type { TurnOperator } from '../contract/turn-operator.js';
import { InMemoryTurnLog } from '../live/in-memory-turn.log.js';
import { LiveTurns } from '../live/live-turns.js';
import { TurnFollower } from '../turn/follow-turn.js';
import { FollowedTurn } from './live-turn.js';
import { RunEverythingGate } from '#tool';
import {
  GatedToolCallingManager,
  MessageExceptionProcessor,
  RegistryToolCallbackResolver,
  type ToolCallingManager,
  type ToolContext,
  type ToolGate,
  ToolRegistry,
  ToolSets,
} from 'toolgate/tool';
import { recordInside } from '../prompt/record-inside.js';
import { assertModel } from './assert-model.js';
import type { ChatClientDefaults, ChatClientRecord } from '../prompt/chat-client-record.js';
import { PromptBuilder } from './prompt-builder.js';
import type { ChatClientRuntime } from '../turn/chat-client-runtime.js';
import { ChatClientException } from '../errors/chat.errors.js';
import { type Checks, checkRecord, DEFAULTS, RECORD } from '../prompt/checks/check-record.js';
import { isRecord, throwInvalid } from '../prompt/checks/invalid-value.js';
import { chainComposer } from '../turn/compose-chain.js';
import { overrideDefined } from '../prompt/override-defined.js';
import { overrideText } from '../prompt/prompt-text.js';
import { overrideLimits } from '../prompt/override-limits.js';
import type { RetryOptions } from '../model-call/retry-options.js';
import { retryPolicy } from './retry-policy.js';
import { ResumeHandle } from './resume-handle.js';
import { type Resumption, type ResumedTurn, resumeTurn } from '../turn/resume-turn.js';
import { type TurnStarter, turnStarter } from '../turn/start-turn.js';
import { isList } from '#core';

/** The settings of a client outside a container: its defaults, and its gate. */
export interface ChatClientSettings extends ChatClientDefaults {
  /** Decides on each batch of tool calls; without a gate, every call runs. */
  readonly gate?: ToolGate;
  /** Replaces the built-in manager and its gate. */
  readonly toolCallingManager?: ToolCallingManager;
  /** How a failed model call is retried if the failure may pass; `false` calls the model once. @default three attempts */
  readonly retry?: RetryOptions | boolean;
}

/** Sends prompts of the application to a model. Inject it, or create one with `ChatClient.create`. */
export class ChatClient {
  private readonly turns: TurnStarter;
  private readonly resumeTurn: (resumption: Resumption) => ResumedTurn;
  private readonly follows: TurnStarter['follow'];

  readonly runtime: ChatClientRuntime;

  constructor(given: Omit<ChatClientRuntime, 'live'> & Partial<Pick<ChatClientRuntime, 'live'>>) {
    const defaults = checkRecord(ownerOf(given.name), given.defaults, DEFAULTS);
    const live = given.live ?? new LiveTurns({ log: new InMemoryTurnLog() });
    const runtime = { ...given, live, defaults: copyDefaults(defaults) };
    this.runtime = runtime;
    const { limits } = given.defaults;
    if (limits !== undefined) overrideLimits(undefined, limits, `the limits of the chat client "${given.name}"`);
    const composeChain = chainComposer(runtime);
    this.resumeTurn = (resumption) => resumeTurn(runtime, composeChain, resumption);
    this.follows = (run) => new TurnFollower(runtime, this.resumeTurn, run);
    this.turns = turnStarter(runtime, composeChain, this.follows);
  }

  /** Creates a client outside a container. Tools are instances, callbacks or callback providers. */
  static create(model: ChatModel, settings: ChatClientSettings = {}): ChatClient {
    if (!model) {
      throw new ChatClientException('ChatClient.create() needs a chat model. Pass one, such as aiSdkChatModel(…).');
    }
    assertModel(model, 'ChatClient.create()');
    if (settings.gate && settings.toolCallingManager) {
      throw new ChatClientException(
        'ChatClient.create() received both gate and toolCallingManager: a manager of your own does not call the gate. Pass one of them.',
      );
    }
    const checked = checkRecord('ChatClient.create()', settings, SETTINGS);
    const { gate, toolCallingManager = standaloneManager(gate), retry, ...defaults } = checked;
    return new ChatClient({
      name: 'default',
      model,
      manager: toolCallingManager,
      defaults,
      injected: () => NONE,
      toolCalling: {},
      retry: retryPolicy(retry),
    });
  }

  /**
   * Creates a client like this one with other defaults; defaults that are not named, or are undefined, stay. A text, its
   * parameters and its files are merged as in a prompt: only a plain string replaces all three. This client does not
   * change. A turn with an added advisor that is not `passive` cannot wait for approval.
   */
  mutate(defaults: ChatClientDefaults): ChatClient {
    const { runtime } = this;
    const { name, defaults: own } = runtime;
    const changed = checkRecord(ownerOf(name), { ...defaults }, DEFAULTS);
    const system = overrideText(own.system, changed.system);
    const user = overrideText(own.user, changed.user);
    return new ChatClient({
      ...runtime,
      defaults: overrideDefined(own, { ...changed, system, user }),
      durableAdvisors: runtime.durableAdvisors ?? own.advisors ?? [],
    });
  }

  /** Resumes a suspended turn whose approvals are decided; before that, the turn stays suspended. */
  resume(runId: string): ResumeHandle {
    const start = (addedAdvisors: readonly Advisor[], listener?: TurnListener): ResumedTurn =>
      this.resumeTurn({ run: runId, addedAdvisors, listener });
    return new ResumeHandle({ start, follow: this.follows }, runId);
  }

  /**
   * Returns a live turn to follow; undefined if no live turn has this id, or if the person may not follow it. The
   * requester and an administrator of the tenant may.
   */
  async follow(runId: string, by: TurnOperator): Promise<FollowedTurn | undefined> {
    const found = await this.runtime.live.find(runId, by);
    return found && new FollowedTurn(runId, (from) => this.follows({ run: runId, from }), found.conversation);
  }

  /** Returns the id of the live turn of a conversation; undefined if none runs. */
  async active(conversation: ConversationKey | string): Promise<string | undefined> {
    return this.runtime.live.active(typeof conversation === 'string' ? { conversation } : conversation);
  }

  /**
   * Ends a live turn, in any process, or cancels its run if the turn was saved. Does nothing for a turn that has ended.
   * Throws `LiveTurnException` for an id that is unknown, or of another tenant, and if the person is neither the
   * requester nor an administrator.
   */
  async abort(runId: string, by: TurnOperator): Promise<void> {
    await this.runtime.live.abort(runId, by);
  }

  /** @internal Begins the prompt of a turn that is the body of a call. */
  promptInside(call: ToolContext, input: string | ChatClientRecord): PromptBuilder {
    const { record } = this.prompt(input);
    return new PromptBuilder(this.turns, recordInside(record, this.runtime.defaults, call));
  }

  /** Begins a prompt: with a user text, with a whole record, or empty. */
  prompt(input?: string | ChatClientRecord): PromptBuilder {
    if (input === undefined) return new PromptBuilder(this.turns, {});
    if (typeof input === 'string' && input.trim() !== '') return new PromptBuilder(this.turns, { text: input });
    if (!isRecord(input) || input instanceof Promise)
      return throwInvalid('prompt()', input, 'Pass a string, a record such as { user: text }, or nothing.');
    return new PromptBuilder(this.turns, checkRecord('prompt()', input as ChatClientRecord, RECORD));
  }
}

const NONE: ReturnType<ChatClientRuntime['injected']> = [];

const ownerOf = (client: string): string => `The chat client "${client}"`;

const SETTINGS: Checks<ChatClientSettings, ChatClientSettings> = {
  ...DEFAULTS,
  gate: (place, gate) =>
    typeof gate?.decide === 'function'
      ? gate
      : throwInvalid(place('gate'), gate, 'Pass a ToolGate, such as approvalGate(strategy) from toolgate/approval.'),
  toolCallingManager: (place, manager) =>
    typeof manager?.executeToolCalls === 'function'
      ? manager
      : throwInvalid(place('toolCallingManager'), manager, 'Pass a ToolCallingManager, or leave it out.'),
  // Validated when the policy is created.
  retry: (_, retry) => retry,
};

const standaloneManager = (gate: ToolGate = new RunEverythingGate()): ToolCallingManager => {
  const registry = new ToolRegistry();
  const toolSets = new ToolSets(new RegistryToolCallbackResolver(registry), registry);
  return new GatedToolCallingManager({ toolSets, gate, exceptionProcessor: new MessageExceptionProcessor() });
};

/** Copies a client's defaults with their lists and records, so that later changes of the caller have no effect. */
const copyDefaults = (defaults: ChatClientDefaults): ChatClientDefaults =>
  Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, copyOf(value)]));

const copyOf = (value: unknown): unknown => {
  if (isList(value)) return [...value];
  const isRecord = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isRecord ? { ...value } : value;
};
