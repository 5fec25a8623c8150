import type { ChatOptions, JsonObject, StreamPart } from 'toolgate/model';
import type { PendingApproval, SuspendedRun, ToolCallingChatOptions, ToolCallingManager } from 'toolgate/tool';
import type { Advisor, AdvisorChain } from './advisor.js';
import type { ChatClientRequest } from './chat-client-request.js';
import type { ChatTurn } from './chat-turn.js';
import { ChatClientException } from './chat.errors.js';
import { exactJson } from './exact-json.js';
import { keptLimits } from './kept-limits.js';
import type { KeptRequest, SuspendedTurn } from './run-checkpoints.js';
import { EntityAdvisor } from './structured-output/entity-request.js';
import type { KeptEntity } from './structured-output/kept-entity.js';

/** A turn's request as plain JSON. Throws `ChatClientException` for what could not be found again by its name. */
export const keepRequest = async (
  turn: ChatTurn,
  chain: AdvisorChain,
  manager: ToolCallingManager,
): Promise<KeptRequest> => {
  const { resumed, request, brought = [], traceParent, timeoutMs } = turn.keeping!;
  const traced = traceParent !== undefined && { traceParent };
  if (resumed) return { ...resumed.request, ...traced };
  const { messages, options, context } = request!;
  const entity = keptEntityOf(brought);
  return {
    client: turn.client,
    messages: messages.map((message) => asJson(message, 'a message')),
    options: settingsOf(options),
    context: asJson(context, 'a parameter of the advisors') as JsonObject,
    toolContext: turn.context.data,
    conversation: turn.context.conversation,
    tools: await namesOf(options, turn, manager),
    advisors: chain.advisors.filter(({ passive }) => !passive).map(({ constructor }) => constructor.name),
    ...traced,
    // JSON has no Infinity.
    ...(timeoutMs !== undefined && { timeoutMs: timeoutMs === Infinity ? 'unlimited' : timeoutMs }),
    ...(turn.limits && { limits: keptLimits(turn.limits) }),
    ...(entity && { entity }),
  };
};

// What came with the one prompt is not found again; an entity is, by its schema.
const keptEntityOf = (brought: readonly Advisor[]): KeptEntity | undefined => {
  let entity: KeptEntity | undefined;
  for (const advisor of brought) {
    if (!(advisor instanceof EntityAdvisor)) {
      const { name } = advisor.constructor;
      refuse(`the advisor ${name} came with the one prompt; provide it, or give it to the client's defaults`);
    } else if (!advisor.kept) {
      refuse(
        'entity() cannot be asked for in a turn that waits by a Standard Schema, because it has no name; pass a DTO class or JSON Schema',
      );
    } else entity = advisor.kept;
  }
  return entity;
};

/** The names of the tools that options send. */
export const namesOf = async (
  options: ToolCallingChatOptions,
  { context }: ChatTurn,
  manager: ToolCallingManager,
): Promise<readonly string[]> => (await manager.resolveToolDefinitions(options, context)).map(({ name }) => name);

/** Options without what stays in the application, and without headers: they may be secret, and are not for a store. */
export const settingsOf = (options: ToolCallingChatOptions): ChatOptions => {
  const { tools: _, toolContext: __, headers: ___, ...settings } = options;
  return asJson(settings, 'an option of the model');
};

/** The request of a run that goes on, as it was when it was suspended, with the headers that its client has by now. */
export const requestOf = (
  { messages, options, context, tools }: KeptRequest,
  turn: ChatTurn,
  { headers }: ChatOptions = {},
): ChatClientRequest => ({
  messages,
  options: { ...options, ...(headers && { headers }), ...(tools.length > 0 && { tools }) },
  context,
  turn,
  round: 0,
  resumed: true,
});

/** Throws `ChatClientException` where the chain is not the one a run was suspended in. */
export const assertSameChain = ({ advisors }: KeptRequest, { advisors: present }: AdvisorChain): void => {
  const missing = advisors.filter((name) => !present.some((advisor) => isNamed(advisor, name)));
  if (missing.length === 0) return;
  throw new ChatClientException(
    `The run cannot go on: the advisors ${missing.join(', ')} were there when it was suspended, and are not now.`,
  );
};

// One that extends the other stands in its place.
const isNamed = (advisor: Advisor, name: string): boolean => {
  let prototype = Object.getPrototypeOf(advisor) as Advisor | null;
  while (prototype && prototype.constructor.name !== name)
    prototype = Object.getPrototypeOf(prototype) as Advisor | null;
  return prototype !== null;
};

/** Tells a stream's reader what a suspended turn waits for. */
export const partsOfSuspension = ({ runId, approvals, batch, round }: SuspendedTurn): readonly StreamPart[] => [
  ...approvals.map((approval) => ({ ...requestPartOf(approval), runId, round })),
  { type: 'suspended', runId, batch, round },
];

/** What a caller learns of a suspended turn, who does not read its stream. */
export const suspendedRunOf = (turn: SuspendedTurn): SuspendedRun => {
  const { round: _, batch: __, ...run } = turn;
  return run;
};

const requestPartOf = ({ id, ...rest }: PendingApproval) =>
  ({ type: 'tool-approval-request', approvalId: id, ...rest }) as const;

const asJson = <T>(value: T, what: string): T => {
  try {
    return exactJson(value) as T;
  } catch (cause) {
    return refuse(`${what} is no plain JSON: ${(cause as Error).message}`, cause);
  }
};

const refuse = (why: string, cause?: unknown): never => {
  throw new ChatClientException(`The turn cannot wait for a person, and nothing of its tool calls ran: ${why}.`, {
    cause,
  });
};
