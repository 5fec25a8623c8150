import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { ChatClient, ChatMemoryRepository } from 'toolgate';
import {
  type StoredApproval,
  type ApprovalQuery,
  type ApprovalService,
  type ApprovalStore,
  type Approver,
  HumanApprovalStrategy,
  type RunQuery,
} from 'toolgate/approval';
import { type Prompt, textOf } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { bootDesk, Desk } from './approval.fixture.js';

/**
 * Two tenants with the same people and the same conversations; one of them is the tenant of an application without
 * tenants.
 */
export const TENANTS = ['default', 'globex'] as const;
type Tenant = (typeof TENANTS)[number];

/** One action of a person of a tenant; `pick` names a record of either tenant. */
export type Deed = { readonly tenant: Tenant; readonly pick: number } & (
  | { readonly type: 'say'; readonly what: 'chat' | 'ask' | 'ask twice'; readonly mode: 'call' | 'stream' }
  | { readonly type: 'decide'; readonly decision: 'approve' | 'edit' | 'reject' | 'respond' }
  | { readonly type: 'cancel' | 'get' | 'answer' }
  | { readonly type: 'list'; readonly of: 'conversation' | 'tenant' | 'run' | 'everything' }
  | { readonly type: 'runs'; readonly how: 'get' | 'events' | 'resume' | 'cancel' | 'reconcile' }
);

const deed = (of: object, weight: number) => ({
  weight,
  arbitrary: fc.record({ tenant: fc.constantFrom(...TENANTS), pick: fc.nat(30), ...of }) as fc.Arbitrary<Deed>,
});

/** Any story of the two tenants. */
export const stories: fc.Arbitrary<readonly Deed[]> = fc.array(
  fc.oneof(
    deed(
      {
        type: fc.constant('say'),
        what: fc.constantFrom('chat', 'ask', 'ask', 'ask twice'),
        mode: fc.constantFrom('call', 'stream'),
      },
      6,
    ),
    deed(
      { type: fc.constant('decide'), decision: fc.constantFrom('approve', 'approve', 'edit', 'reject', 'respond') },
      6,
    ),
    deed({ type: fc.constantFrom('cancel', 'get', 'answer', 'answer') }, 4),
    deed({ type: fc.constant('list'), of: fc.constantFrom('conversation', 'tenant', 'run', 'everything') }, 3),
    deed({ type: fc.constant('runs'), how: fc.constantFrom('get', 'events', 'resume', 'cancel', 'reconcile') }, 4),
  ),
  { minLength: 4, maxLength: 24, size: 'max' },
);

const CONVERSATIONS = ['1', '2'];

/** A text that occurs in everything that a tenant sends or receives. */
export const markOf = (tenant: Tenant): string => `only-${tenant}`;

const otherOf = (tenant: Tenant): Tenant => (tenant === 'default' ? 'globex' : 'default');

// The model repeats the last question, and returns nothing else.
const answer = ({ messages }: Prompt): ScriptedAnswer => {
  const asked = textOf(messages.findLast(({ role }) => role === 'user')!);
  if (messages.at(-1)!.role === 'tool' || !asked.includes('refund')) return `I heard ${asked}`;
  const calls = Array.from({ length: asked.includes('twice') ? 2 : 1 }, (_, index) =>
    toolCall('refund', { order: `${asked} ${index}`, amount: 1 }, `call-${index}`),
  );
  return callsTools(...calls);
};

/** An application of two tenants, and everything that was observed of it. */
export class TenantStory {
  private readonly approvals: StoredApproval[] = [];
  private readonly runs: { readonly id: string; readonly tenant: string }[] = [];
  private told = 0;

  private constructor(
    private readonly store: ApprovalStore,
    private readonly booted: Awaited<ReturnType<typeof bootDesk>>,
    private readonly model: ScriptedChatModel,
  ) {}

  static async begin(store: ApprovalStore, onMessage: 'reject' | 'supersede'): Promise<TenantStory> {
    const model = new ScriptedChatModel(Array.from({ length: 500 }, () => answer));
    const strategy = new HumanApprovalStrategy({ requirement: { allowEdit: true } });
    const approval = { strategy, onMessage, shutdownMs: 1 };
    const booted = await bootDesk(model, { store, memory: true, client: { tools: [Desk] }, approval });
    return new TenantStory(store, booted, model);
  }

  end(): Promise<void> {
    return this.booted.app.close();
  }

  /**
   * Returns what is wrong with an action; undefined if it neither changed nor revealed anything of the other tenant.
   */
  async problemOf(deed: Deed): Promise<string | undefined> {
    const other = otherOf(deed.tenant);
    const before = await this.everythingOf(other);
    const prompts = this.model.prompts.length;
    const seen = await this.do(deed).then(describe, describe);
    await this.look();
    if ((await this.everythingOf(other)) !== before) return `it changes a record of ${other}: ${seen}`;
    const asked = describe(this.model.prompts.slice(prompts));
    const secrets = [markOf(other), ...this.idsOf(other)];
    const leaked = secrets.find((secret) => `${seen} ${asked}`.includes(secret) && secret !== this.named);
    return leaked && `it tells ${leaked} of ${other}: ${seen} ${asked}`;
  }

  /** The id that the action itself named. */
  private named?: string;

  private do(deed: Deed): Promise<unknown> {
    const service = this.booted.approvals;
    const by: Approver = { id: 'ann', ...(deed.tenant !== 'default' && { tenant: deed.tenant }) };
    const approval = pickOf(this.approvals, deed.pick);
    const run = pickOf(this.runs, deed.pick);
    this.named = undefined;
    switch (deed.type) {
      case 'say':
        return this.say(deed);
      case 'list':
        return Promise.all([service.list(this.queryOf(deed), by), service.runs.list(runQuery(this.queryOf(deed)), by)]);
      case 'runs':
        this.named = run?.id;
        return run ? lookAfter(service, deed.how, run.id, by) : NOTHING;
      case 'answer':
        return this.answerOwn(deed);
      default:
        this.named = approval?.id;
        return approval ? act(service, deed, approval, by) : NOTHING;
    }
  }

  private say({ tenant, pick, what, mode }: Extract<Deed, { type: 'say' }>): Promise<unknown> {
    const wish = what === 'chat' ? 'hello' : what === 'ask' ? 'refund' : 'refund twice';
    const prompt = this.booted.app
      .get(ChatClient)
      .prompt(`${markOf(tenant)} ${wish} ${this.told++}`)
      .conversation(pickOf(CONVERSATIONS, pick)!)
      .toolContext(tenant === 'default' ? {} : { tenant });
    return mode === 'call' ? prompt.call().outcome() : prompt.stream().outcome();
  }

  // An application lets people read only the answers to their own questions.
  private answerOwn({ tenant, pick }: Deed): Promise<unknown> {
    const own = pickOf(
      this.runs.filter((run) => run.tenant === tenant),
      pick,
    );
    return own ? this.booted.app.get(ChatClient).resume(own.id).call().outcome() : NOTHING;
  }

  private queryOf({ of, pick, tenant }: Extract<Deed, { type: 'list' }>): ApprovalQuery {
    if (of === 'conversation') return { conversation: pickOf(CONVERSATIONS, pick)! };
    if (of === 'tenant') return { tenant: pick % 2 === 0 ? tenant : otherOf(tenant) };
    const run = of === 'run' ? pickOf(this.runs, pick) : undefined;
    this.named = run?.id;
    return run ? { runId: run.id } : {};
  }

  private async look(): Promise<void> {
    const [approvals, runs] = [await this.store.approvals({ limit: 500 }), await this.store.runs({ limit: 500 })];
    this.approvals.splice(0, Infinity, ...approvals.items);
    this.runs.splice(0, Infinity, ...runs.items);
  }

  private idsOf(tenant: Tenant): readonly string[] {
    return [...this.approvals, ...this.runs].filter((record) => record.tenant === tenant).map(({ id }) => id);
  }

  private async everythingOf(tenant: Tenant): Promise<string> {
    const repository = this.booted.app.get(ChatMemoryRepository);
    const { items } = await this.store.runs({ tenant, limit: 500 });
    const records = await Promise.all(items.map(({ id }) => this.store.state(id)));
    const events = await Promise.all(items.map(({ id }) => this.store.events(id)));
    const said = await Promise.all(CONVERSATIONS.map((conversation) => repository.find({ tenant, conversation })));
    return JSON.stringify([records, events, said]);
  }
}

const NOTHING = Promise.resolve('nothing');

const pickOf = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length];

// Hidden properties, causes and stacks are included.
const describe = (value: unknown): string => inspect(value, { depth: 20, showHidden: true, maxStringLength: Infinity });

// A query of runs names no run.
const runQuery = (query: ApprovalQuery): RunQuery => (query.runId === undefined ? (query as RunQuery) : {});

const act = (
  service: ApprovalService,
  deed: Exclude<Deed, { type: 'say' | 'list' | 'runs' | 'answer' }> | Deed,
  approval: StoredApproval,
  by: Approver,
): Promise<unknown> => {
  const { id, revision, argsHash } = approval;
  if (deed.type === 'cancel') return service.cancel(id, by, `${deed.tenant} does not want it`);
  if (deed.type !== 'decide') return service.get(id, by);
  const { decision } = deed;
  const mark = markOf(deed.tenant);
  return service.decide(
    id,
    {
      decisionId: `${deed.tenant} ${deed.pick}`,
      decision: decision === 'edit' ? 'approve' : decision,
      revision,
      argsHash,
      ...(decision === 'edit' && { editedArguments: { order: `${mark} edited`, amount: 2 } }),
      ...(decision === 'reject' && { reason: `${mark} reason` }),
      ...(decision === 'respond' && { response: `${mark} response` }),
    },
    by,
  );
};

const lookAfter = (
  { runs }: ApprovalService,
  how: Extract<Deed, { type: 'runs' }>['how'],
  id: string,
  by: Approver,
): Promise<unknown> => (how === 'reconcile' ? runs.reconcile(id, undefined, by) : runs[how](id, by));
