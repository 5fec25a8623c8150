import type { Collected } from '#core';
import type { ChatModel } from 'toolgate/model';
import type { ToolCallingManager } from 'toolgate/tool';
import type { Advisor } from '../contract/advisor.js';
import type { ChatClientDefaults } from '../prompt/chat-client-record.js';
import type { TurnPersistence } from '../contract/turn-persistence.js';
import type { LiveTurns } from '../live/live-turns.js';
import type { RetryPolicy } from '../model-call/retry-options.js';
import type { ToolAdvisorFactory } from '../loop/tool-advisor.factory.js';
import type { ToolExecutionEligibilityChecker } from '../loop/tool-execution-eligibility.checker.js';

/** The dependencies and defaults of a chat client. */
export interface ChatClientRuntime {
  readonly name: string;
  readonly model: ChatModel;
  readonly manager: ToolCallingManager;
  readonly defaults: ChatClientDefaults;
  /** Present in a client of `mutate()`: the default advisors of the client of its name, which resumes its turns. */
  readonly durableAdvisors?: readonly Advisor[];
  /**
   * Returns the advisors that the container provides for this client, in the order of their declaration; the same list
   * until it changes.
   */
  readonly injected: () => readonly Collected<Advisor>[];
  readonly toolCalling: ToolLoop;
  /** How calls of a failing model are retried; without it, the model is called once. */
  readonly retry?: RetryPolicy;
  /** Saves turns that wait for approval; without it, no turn can wait. */
  readonly persistence?: TurnPersistence;
  /** The live turns of all clients of the application. */
  readonly live: LiveTurns;
}

/** Whether tool calls are answered automatically, and the order of the loop in the chain. */
export interface ToolLoopOptions {
  /** @default true */
  readonly enabled?: boolean;
  /** @default HIGHEST_PRECEDENCE + 300 */
  readonly order?: number;
}

/** How the automatic tool-calling advisor is created. */
export interface ToolLoop extends ToolLoopOptions {
  readonly checker?: ToolExecutionEligibilityChecker;
  /** @default creates a `ToolCallingAdvisor` */
  readonly factory?: ToolAdvisorFactory;
}
