import { ToolException } from '#core';
import { quoted } from './tool.errors.js';

/**
 * A turn or a guarded call inside a tool's body would have to wait for a person. It cannot, because the waiting body
 * would be lost. Nothing is pending, and every turn around it fails, even if the body catches this exception.
 */
export class NestedSuspensionException extends ToolException {
  override readonly name = 'NestedSuspensionException';

  constructor(
    /** The tool in whose body the turn was started. */
    readonly toolName: string,
    /** The tools whose calls require a decision. */
    readonly pending: readonly string[],
    inside: SuspendedInside = 'turn',
  ) {
    super(
      `${quoted(pending)} ${pending.length === 1 ? 'requires' : 'require'} a decision by a person, but ${INSIDE[inside](toolName)}`,
    );
  }
}

const turnInside = (tool: string): string =>
  `the turn was started inside the body of the tool "${tool}", where a turn cannot wait. No call of its batch ran, and nothing is pending. Require approval of "${tool}" itself, offer the inner turn only tools that need no approval, or declare "${tool}" with agentTool(), whose turn can wait.`;

const callInside = (tool: string): string =>
  `it was called inside the body of the tool "${tool}", where a call cannot wait. It did not run, and nothing is pending. Require approval of "${tool}" itself.`;

const agentInside = (tool: string): string =>
  `the call of "${tool}" cannot wait for the turn inside it, because the turn around the call cannot be saved. No call of its batch ran, and nothing is pending. Call "${tool}" in a turn of a client of the same application.`;

/** What cannot wait inside a body: a turn that it started, a guarded call, or the turn of an agent. */
export type SuspendedInside = 'turn' | 'call' | 'agent';

const INSIDE: Readonly<Record<SuspendedInside, (tool: string) => string>> = {
  turn: turnInside,
  call: callInside,
  agent: agentInside,
};

/**
 * The turn inside a call waits for a person, and the call is saved together with it. This exception ends the body of
 * the call. A value that the body or an interceptor returns instead has no effect.
 */
export class InnerRunPendingException extends ToolException {
  override readonly name = 'InnerRunPendingException';

  constructor(
    readonly toolName: string,
    /** The run of the turn inside the call. */
    readonly runId: string,
  ) {
    super(
      `The turn inside the call of "${toolName}" waits for a person, as the run ${runId}. Do not catch this exception: the answer of that turn becomes the result of the call.`,
    );
  }
}
