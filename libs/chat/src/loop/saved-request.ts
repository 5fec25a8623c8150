import { exactJson, messageOf, prototypeChain } from '#core';
import type { ChatOptions, JsonObject } from 'toolgate/model';
import type { ToolCallingChatOptions, ToolCallingManager } from 'toolgate/tool';
import type { Advisor, AdvisorChain } from '../contract/advisor.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatTurn, DurableTurn } from '../contract/chat-turn.js';
import { type SavedEntity, type SavedRequest, TRACE_PARENT } from '../contract/saved-request.js';
import type { ChangedOptions, SavedOptions } from '../contract/turn-persistence.js';
import { ChatClientException } from '../errors/chat.errors.js';
import { EntityAdvisor } from '../structured-output/entity-request.js';
import { afterFirstRound } from './after-first-round.js';
import { toSavedLimits } from './saved-limits.js';

/**
 * Returns a turn's request as plain JSON. Throws `ChatClientException` for a part that a resumed turn could not find by
 * its name.
 */
export const toSavedRequest = async (
  turn: ChatTurn,
  { resumed, request, addedAdvisors = [], timeoutMs }: DurableTurn,
  chain: AdvisorChain,
  manager: ToolCallingManager,
): Promise<SavedRequest> => {
  const traceParent = TRACE_PARENT.of(turn);
  const traced = traceParent !== undefined && { traceParent };
  if (resumed) return { ...resumed.request, ...traced };
  const { messages, options, context } = request!;
  const entity = savedEntityOf(addedAdvisors);
  return {
    client: turn.client,
    messages: messages.map((message) => asJson(message, 'a message')),
    ...(await toSavedOptions(options, turn, manager)),
    context: asJson(context, 'a parameter of the advisors') as JsonObject,
    toolContext: turn.context.data,
    conversation: turn.context.conversation,
    advisors: chain.advisors.filter(({ passive }) => !passive).map(({ constructor }) => constructor.name),
    ...traced,
    // JSON has no Infinity.
    ...(timeoutMs !== undefined && { timeoutMs: timeoutMs === Infinity ? 'unlimited' : timeoutMs }),
    ...(turn.limits && { limits: toSavedLimits(turn.limits) }),
    ...(turn.replaces !== undefined && { replaces: turn.replaces }),
    ...(entity && { entity }),
  };
};

// An advisor of one prompt cannot be found again. An entity can, by its schema, and a passive advisor may be missing.
const savedEntityOf = (addedAdvisors: readonly object[]): SavedEntity | undefined => {
  let entity: SavedEntity | undefined;
  for (const advisor of addedAdvisors) {
    if (!(advisor instanceof EntityAdvisor)) {
      const { passive, constructor } = advisor as Advisor;
      if (passive) continue;
      throwCannotWait(
        `the advisor ${constructor.name} was added by advisors() or mutate(). Provide it in a module, name it in the options of the client, or declare it passive`,
      );
    } else if (!advisor.saved) {
      throwCannotWait('entity() received a Standard Schema, which cannot be stored. Pass a DTO class or a JSON Schema');
    } else entity = advisor.saved;
  }
  return entity;
};

/** Returns options as they are saved. */
export const toSavedOptions = async (
  options: ToolCallingChatOptions,
  turn: ChatTurn,
  manager: ToolCallingManager,
): Promise<SavedOptions> => ({ options: settingsOf(options), tools: await toolNamesOf(options, turn, manager) });

/** Returns the options of a request that its loop has changed since it began; undefined if there are none. */
export const toChangedOptions = async (
  { options, turn }: ChatClientRequest,
  began: ToolCallingChatOptions,
  manager: ToolCallingManager,
): Promise<ChangedOptions | undefined> => {
  // A resumed loop computes those after its first round again.
  const known: readonly Readonly<Record<string, unknown>>[] = [{ ...began }, { ...afterFirstRound(began) }];
  const changed = Object.entries(options).filter(([name, value]) => known.every((before) => before[name] !== value));
  if (changed.length === 0) return undefined;
  const settings = settingsOf(Object.fromEntries(changed));
  return options.tools === began.tools
    ? { options: settings }
    : { options: settings, tools: await toolNamesOf(options, turn, manager) };
};

/** Returns the names of the tools of these options. */
const toolNamesOf = async (
  options: ToolCallingChatOptions,
  { context }: ChatTurn,
  manager: ToolCallingManager,
): Promise<readonly string[]> => (await manager.resolveToolDefinitions(options, context)).map(({ name }) => name);

/**
 * Returns options without tools, tool context and headers: tools and context stay in the application, and headers may
 * be secret.
 */
const settingsOf = (options: ToolCallingChatOptions): ChatOptions => {
  const { tools: _, toolContext: __, headers: ___, ...settings } = options;
  return asJson(settings, 'an option of the model');
};

/** Returns the request of a resumed run: as it was saved, with the current headers of its client. */
export const fromSavedRequest = (
  { messages, options, context, tools }: SavedRequest,
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

/** Throws `ChatClientException` if an advisor of the suspended run is missing in the present chain. */
export const assertSameChain = ({ advisors }: SavedRequest, { advisors: present }: AdvisorChain): void => {
  const missing = advisors.filter((name) => !present.some((advisor) => isNamed(advisor, name)));
  if (missing.length === 0) return;
  throw new ChatClientException(
    `The run cannot resume: the client no longer has the advisors ${missing.join(', ')} of the suspended run. Add them to the client again.`,
  );
};

// A subclass counts as the advisor that it extends.
const isNamed = (advisor: Advisor, name: string): boolean =>
  prototypeChain(Object.getPrototypeOf(advisor) as object).some(({ constructor }) => constructor.name === name);

const asJson = <T>(value: T, what: string): T => {
  try {
    return exactJson(value) as T;
  } catch (cause) {
    return throwCannotWait(`${what} must be plain JSON: ${messageOf(cause)}`, cause);
  }
};

const throwCannotWait = (why: string, cause?: unknown): never => {
  throw new ChatClientException(`The turn cannot wait for approval, and no waiting call ran: ${why}.`, {
    cause,
  });
};
