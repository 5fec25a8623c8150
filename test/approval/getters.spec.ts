import { describe, expect, it } from 'vitest';
import { ChatClient, HumanApprovalStrategy, ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate';
import {
  type ApprovalRequirement,
  type CallContext,
  type CancelOptions,
  callContext,
  type DecideApproval,
  denyOverrides,
  type ExternalCallRequest,
} from 'toolgate/approval';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, Desk } from './approval.fixture.js';
import { bootShop, waitsFor } from './guarded-methods.fixture.js';
import { waits } from './waiting.fixture.js';

const refund = toolCall('refund', { order: 'A-1', amount: 70 });
const LEA = { id: 'lea', roles: ['lead'] };

const start = async (strategy: ToolApprovalStrategy) => {
  const booted = await bootDesk(new ScriptedChatModel([callsTools(refund), 'Done.']), { approval: { strategy } });
  return { ...booted, call: booted.app.get(ChatClient).prompt('Refund A-1').tools(Desk).call() };
};

class LeadsOnly implements ApprovalRequirement {
  get approvers() {
    return { roles: ['lead'] };
  }
}

class Leads {
  get roles() {
    return ['lead'];
  }
}

const inherited: ApprovalRequirement = Object.create({ fourEyes: true });
const hidden: ApprovalRequirement = Object.defineProperty({}, 'approvers', { value: { roles: ['lead'] } });

// Only the properties of the object itself are saved. Without its approvers, everyone might decide.
describe.each<[string, ApprovalRequirement, string]>([
  ['states a property as a getter', new LeadsOnly(), '"approvers" is not an enumerable property of its own'],
  ['has a group that states its roles as a getter', { approvers: new Leads() }, 'approvers of its requirement must be'],
  ['has a list with such a group', { approvers: [new Leads()] }, 'approvers of its requirement must be'],
  ['inherits a property', inherited, '"fourEyes" is not an enumerable property of its own'],
  ['hides a property', hidden, '"approvers" is not an enumerable property of its own'],
])('a requirement that %s', (_, requirement, problem) => {
  it('is refused where it is declared', () => {
    expect(() => new HumanApprovalStrategy({ requirement })).toThrow(problem);
  });

  it('is an error of the strategy that returns it, alone or as a part of a composition', async () => {
    const asks = ToolApprovalStrategy.of(() => ToolApprovalDecision.ask(requirement));
    for (const strategy of [asks, denyOverrides(asks)]) {
      const { app, desk, approvals, call } = await start(strategy);
      expect(String(await rejectionOf(call.outcome()))).toContain(problem);
      expect([desk.done, (await approvals.list()).items]).toEqual([[], []]);
      await app.close();
    }
  });
});

/** A command of an application. Its class states what is decided. */
abstract class Command implements DecideApproval {
  readonly decisionId = 'd1';
  readonly revision = 1;
  abstract readonly decision: DecideApproval['decision'];

  constructor(readonly argsHash: string) {}
}

class Rejection extends Command {
  get decision() {
    return 'reject' as const;
  }

  get reason() {
    return 'Too much';
  }
}

class Edit extends Command {
  readonly decision = 'approve';

  get editedArguments() {
    return { order: 'A-1', amount: 20 };
  }
}

describe('a decision whose class states a property as a getter', () => {
  const strategy = new HumanApprovalStrategy({ requirement: { allowEdit: true } });

  it('is what the getter returns', async () => {
    const [rejected, edited] = [await start(strategy), await start(strategy)];
    const decide = async ({ approvals, call }: typeof rejected, type: typeof Rejection | typeof Edit) => {
      const { first } = await waits(call);
      return approvals.decide(first.id, new type(first.argsHash), LEA);
    };
    expect(await decide(rejected, Rejection)).toMatchObject({ status: 'REJECTED', decisionReason: 'Too much' });
    expect(await decide(edited, Edit)).toMatchObject({ status: 'APPROVED', arguments: { amount: 20 } });
    await Promise.all([rejected.app.close(), edited.app.close()]);
  });
});

class Cancellation implements CancelOptions {
  readonly #version: number;

  constructor(version: number) {
    this.#version = version;
  }

  get version() {
    return this.#version;
  }

  get reason() {
    return 'Ordered twice';
  }
}

describe('a cancellation whose class states its properties as getters', () => {
  it('is what the getters return', async () => {
    const { app, approvals, call } = await start(new HumanApprovalStrategy());
    const { runId, first } = await waits(call);
    const stale = new Cancellation(7);
    await expect(approvals.cancel(first.id, LEA, stale)).rejects.toMatchObject({ problem: 'version-mismatch' });
    await expect(approvals.runs.cancel(runId, LEA, stale)).rejects.toThrow(/version/);
    const { version } = await approvals.get(first.id);
    expect(await approvals.cancel(first.id, LEA, new Cancellation(version))).toMatchObject({
      status: 'CANCELLED',
      decisionReason: 'Ordered twice',
    });
    await app.close();
  });
});

class Payment implements ExternalCallRequest {
  readonly tool = 'pay';
  readonly arguments = { amount: 80 };
  readonly requirement = {};
  readonly #invoice: string;

  constructor(invoice: string) {
    this.#invoice = invoice;
  }

  get requester() {
    return { id: 'ada' };
  }

  get requestId() {
    return `pay ${this.#invoice}`;
  }

  get application() {
    return 'shop';
  }
}

it('an external call whose class states its request as getters belongs to that request and application', async () => {
  const { app, approvals } = await start(new HumanApprovalStrategy());
  const [first, second] = [await approvals.request(new Payment('I-7')), await approvals.request(new Payment('I-8'))];
  expect(first.runId).not.toBe(second.runId);
  expect(first.approval.application).toBe('shop');
  expect((await approvals.request(new Payment('I-7'))).runId).toBe(first.runId);
  await app.close();
});

class RequestOf implements CallContext {
  readonly #user: string;

  constructor(user: string) {
    this.#user = user;
  }

  get toolContext() {
    return { user: this.#user };
  }

  get conversation() {
    return `desk of ${this.#user}`;
  }
}

it('a guarded method runs on behalf of the user that the class of its context states as a getter', async () => {
  const { app, refunds, approvals } = await bootShop();
  const { first } = await waitsFor(callContext.run(new RequestOf('ada'), () => refunds.refund('A-1', 80)));
  expect(await approvals.get(first.id)).toMatchObject({ requester: { id: 'ada' }, conversation: 'desk of ada' });
  await app.close();
});
