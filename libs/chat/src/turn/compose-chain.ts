import { isPromiseLike } from '#core';
import type { ToolContext } from 'toolgate/tool';
import { orderOf } from '../contract/advise.decorator.js';
import { type Advisor, type AdvisorChain, MemoryAdvisor, ToolAdvisor } from '../contract/advisor.js';
import { advisorChain } from '../advisors/advisor-chain.js';
import type { ChatClientRuntime } from './chat-client-runtime.js';
import { ChatClientException } from '../errors/chat.errors.js';
import { modelLink } from '../model-call/model-link.js';
import { ToolCallingAdvisorFactory } from '../loop/tool-advisor.factory.js';

const PLAIN = new ToolCallingAdvisorFactory();

/**
 * Sorts the advisors of a turn, outermost first. Adds the tool-calling advisor if there is none, unless `autoRegister`
 * is false.
 */
const sortAdvisors = (
  advisors: readonly Advisor[],
  { name, manager, toolCalling }: ChatClientRuntime,
  autoRegister: boolean,
): readonly Advisor[] => {
  assertOneToolAdvisor(advisors);
  const all = [...advisors];
  if (autoRegister && !advisors.some((advisor) => advisor instanceof ToolAdvisor)) {
    const { order, checker: toolExecutionEligibilityChecker, factory = PLAIN } = toolCalling;
    const automatic = (conversationHistoryEnabled: boolean) =>
      factory.create(name, manager, { order, conversationHistoryEnabled, toolExecutionEligibilityChecker });
    const outer = automatic(true);
    const place = orderOf(outer);
    const inside = advisors.some((advisor) => advisor instanceof MemoryAdvisor && orderOf(advisor) > place);
    all.push(inside ? automatic(false) : outer);
  }
  return all
    .map((advisor) => ({ advisor, order: orderOf(advisor) }))
    .sort((a, b) => a.order - b.order)
    .map(({ advisor }) => advisor);
};

/** Throws `ChatClientException` if two advisors would answer the same tool calls. */
const assertOneToolAdvisor = (advisors: readonly Advisor[]): void => {
  const tools = advisors.filter((advisor) => advisor instanceof ToolAdvisor);
  if (tools.length < 2) return;
  const names = tools.map((advisor) => `${advisor.constructor.name} (order ${orderOf(advisor)})`);
  throw new ChatClientException(`Two advisors would answer tool calls: ${names.join(' and ')}. Remove one.`);
};

/** Returns the chain of a turn; `perCall` are the advisors that the prompt adds. */
export type ComposeChain = (
  perCall: readonly Advisor[],
  autoRegister: boolean,
  context: ToolContext,
) => AdvisorChain | Promise<AdvisorChain>;

/** Creates the function that composes the chains of a client; chains without advisors of the prompt are cached. */
export const chainComposer = (runtime: ChatClientRuntime): ComposeChain => {
  const link = modelLink(runtime.model, runtime.manager, runtime.retry);
  const cached = new Map<boolean, AdvisorChain>();
  let cachedFor: ReturnType<ChatClientRuntime['injected']> | undefined;
  const create: ComposeChain = (perCall, autoRegister, context) => {
    const instances = runtime.injected().map((found) => found.forTurn(context));
    const sort = (ready: readonly Advisor[]) =>
      advisorChain(
        sortAdvisors([...ready, ...(runtime.defaults.advisors ?? []), ...perCall], runtime, autoRegister),
        link,
      );
    return instances.some(isPromiseLike) ? Promise.all(instances).then(sort) : sort(instances as Advisor[]);
  };
  return (perCall, autoRegister, context) => {
    const injected = runtime.injected();
    if (cachedFor !== injected) cached.clear();
    cachedFor = injected;
    const known = perCall.length === 0 ? cached.get(autoRegister) : undefined;
    if (known) return known;
    const chain = create(perCall, autoRegister, context);
    if (perCall.length === 0 && !isPromiseLike(chain)) cached.set(autoRegister, chain);
    return chain;
  };
};
