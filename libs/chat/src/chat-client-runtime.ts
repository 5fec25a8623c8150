import type { ChatModel } from 'toolgate/model';
import type { Collected, ToolCallingManager } from 'toolgate/tool';
import type { Advisor } from './advisor.js';
import type { ChatClientDefaults } from './chat-client-record.js';
import type { RunCheckpoints } from './run-checkpoints.js';
import type { RetryPolicy } from './retry/retry-policy.js';
import type { ToolAdvisorFactory } from './tool-advisor.factory.js';
import type { ToolExecutionEligibilityChecker } from './tool-execution-eligibility.checker.js';

/** What a chat client works with. */
export interface ChatClientRuntime {
  readonly name: string;
  readonly model: ChatModel;
  readonly manager: ToolCallingManager;
  readonly defaults: ChatClientDefaults;
  /** The advisors the container provides for this client, in their order of declaration: the same list until it changes. */
  readonly injected: () => readonly Collected<Advisor>[];
  readonly toolCalling: ToolLoop;
  /** How a failing model is asked again; without it, it is asked once. */
  readonly retry?: RetryPolicy;
  /** What keeps turns that wait for a person; without it none can. */
  readonly checkpoints?: RunCheckpoints;
}

/** Whether tool calls are answered by themselves, and where in the chain. */
export interface ToolLoopOptions {
  /** @default true */
  readonly enabled?: boolean;
  /** @default HIGHEST_PRECEDENCE + 300 */
  readonly order?: number;
}

/** How the automatic tool-calling advisor is made. */
export interface ToolLoop extends ToolLoopOptions {
  readonly checker?: ToolExecutionEligibilityChecker;
  /** @default makes a `ToolCallingAdvisor` */
  readonly factory?: ToolAdvisorFactory;
}
