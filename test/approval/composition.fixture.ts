import type { JsonObject } from 'toolgate/model';
import { ToolApprovalContext, ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate/approval';
import { functionTool, type PreparedCall, type ToolCallback, ToolContext } from 'toolgate/tool';

/** One call that a strategy decides. */
export interface Question {
  readonly tool?: string;
  readonly requiresApproval?: boolean;
  readonly args?: JsonObject;
  readonly data?: JsonObject;
  readonly phase?: ToolApprovalContext['phase'];
  /** The index of the call in the batch. */
  readonly index?: number;
  readonly run?: string;
  readonly signal?: AbortSignal;
}

/** The arguments that a strategy receives. */
export const toCall = (question: Question = {}): [ToolCallback, JsonObject, ToolApprovalContext] => {
  const { tool = 'refund', requiresApproval, args = {}, data = {}, phase = 'first', index = 0, run, signal } = question;
  const callback = functionTool({ name: tool, description: 'A tool', requiresApproval, run: () => 'done' });
  const turn = new ToolContext({ data, runId: run ?? 'run', signal });
  const info = { toolCallId: `call-${index}`, toolName: tool, index, round: 0 };
  const call: PreparedCall = {
    index,
    call: { type: 'tool-call', toolCallId: info.toolCallId, toolName: tool, input: JSON.stringify(args) },
    callback,
    input: args,
    value: args,
    context: new ToolContext({ data, turn, call: info }),
  };
  const context = Object.assign(new ToolApprovalContext(call, [call], { round: 0 }), { phase });
  return [callback, args, context];
};

/** Asks a strategy about one call. */
export const askAbout = (strategy: ToolApprovalStrategy, question?: Question) => strategy.approve(...toCall(question));

/** A named strategy that returns what the test states, and counts how often it is asked. */
export const saying = (name: string, say: () => unknown) => {
  const asked = { times: 0 };
  const decide = { [name]: () => ((asked.times += 1), say()) }[name]!;
  return Object.assign(ToolApprovalStrategy.of(decide as () => ToolApprovalDecision), { asked });
};

/** A decision without its trace. */
export const bare = (decision: ToolApprovalDecision): object => {
  const { trace: _, ...rest } = decision;
  return rest;
};

export const approves = saying('approves', () => ToolApprovalDecision.approve());
export const rejects = saying('rejects', () => ToolApprovalDecision.reject('no'));
export const asks = saying('asks', () => ToolApprovalDecision.ask({ message: 'May it?' }));
export const abstains = saying('abstains', () => ToolApprovalDecision.abstain());
export const fails = saying('fails', () => {
  throw new Error('the policy is down');
});
