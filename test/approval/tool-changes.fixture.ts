import { createToolgate, functionTool, HumanApprovalStrategy, type ToolgateSettings } from 'toolgate';
import {
  type ApprovalOptions,
  type ApprovalStore,
  type Approver,
  type DecideApproval,
  InMemoryApprovalStore,
  RunDispatcher,
} from 'toolgate/approval';
import type { JsonObject } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import type { ToolCallback } from 'toolgate/tool';
import { z } from 'zod';
import { Askers, yes } from './approval.fixture.js';
import { HandDispatcher } from './hand-dispatcher.fixture.js';
import { waits } from './waiting.fixture.js';

/** A store that several processes use, as they use PostgreSQL. */
export class SharedStore extends InMemoryApprovalStore {
  override isShared(): boolean {
    return true;
  }
}

const refund = toolCall('refund', { order: 'A-1', amount: 70 });
const find = toolCall('find', { order: 'A-1' });

/** Requests a refund and a search first, and answers after they have results. */
export const refundsOnce: ScriptedAnswer = ({ messages }) =>
  messages.at(-1)?.role === 'tool' ? 'Done.' : callsTools(refund, find);

/** What an instance of a version knows of its tool. */
export interface Version {
  readonly description?: string;
  readonly parameters?: z.ZodType;
  readonly find?: string;
  readonly tool?: Partial<Parameters<typeof functionTool>[0]>;
  /** The names of the tools that this version does not have. */
  readonly without?: readonly string[];
}

/** The version of the tools before a deploy, and versions after it. */
export const OLD: Version = { description: 'Refund an order' };
export const NEW: Version = { description: 'Refund an order, in the currency it was paid in' };
export const NEWEST: Version = { description: 'Refund an order, in euros' };

const ORDER = z.object({ order: z.string(), amount: z.number() });

/** The version that also requires a currency. */
export const WITH_CURRENCY: Version = { ...OLD, parameters: ORDER.extend({ currency: z.string() }) };

export const GRACE: Approver = { id: 'grace', roles: ['lead'] };

const toolsOf = (version: Version, ran: string[]) => {
  const { description, parameters = ORDER, find: found = 'Find an order', tool, without = [] } = version;
  const run = ({ order, ...rest }: JsonObject): string => {
    ran.push(`refund ${String(order)} ${JSON.stringify(rest)}`);
    return 'Refunded.';
  };
  const tools = [
    functionTool({ name: 'refund', description, parameters, requiresApproval: true, run, ...tool } as never),
    functionTool({
      name: 'find',
      description: found,
      parameters: z.object({ order: z.string() }),
      requiresApproval: false,
      run: () => {
        ran.push('find');
        return 'It is there.';
      },
    }),
  ] as readonly ToolCallback[];
  return tools.filter(({ definition: { name } }) => !without.includes(name));
};

/** An instance of an application, with a version of its tools. Its worker sweeps when the test calls it. */
export const instanceOf = async (
  version: Version,
  store: ApprovalStore,
  { approval = {}, ...settings }: ToolgateSettings & { readonly approval?: ApprovalOptions } = {},
) => {
  const ran: string[] = [];
  const model = new ScriptedChatModel(Array<ScriptedAnswer>(100).fill(refundsOnce));
  const dispatcher = new HandDispatcher();
  const toolgate = await createToolgate({
    model,
    logger: false,
    tools: toolsOf(version, ran),
    strategy: new HumanApprovalStrategy(),
    retry: false,
    approval: { store, requester: new Askers(), shutdownMs: 1, ...approval },
    providers: [{ provide: RunDispatcher, useValue: dispatcher }],
    ...settings,
  });
  const { chat, approvals } = toolgate;
  /** Creates a turn that waits for a person. */
  const ask = () => waits(chat.prompt('Refund A-1').call());
  const pending = async (runId: string) => {
    const [first] = (await approvals.list({ runId, status: 'PENDING' })).items;
    if (!first) throw new Error('Nothing waits.');
    return first;
  };
  /** Decides what waits in a run as it is shown. */
  const decide = async (runId: string, change: Partial<DecideApproval> = {}, by = GRACE) => {
    const shown = await pending(runId);
    return approvals.decide(shown.id, { ...yes(shown, `d${shown.revision}`), ...change }, by);
  };
  const resume = (runId: string) => chat.resume(runId).call().outcome();
  const types = async (runId: string) => (await approvals.runs.events(runId)).map(({ type }) => type);
  const sweep = () => dispatcher.sweep();
  return { ...toolgate, model, ran, store, ask, pending, decide, resume, types, sweep, dispatcher };
};
