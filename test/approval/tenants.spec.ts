import { describe, expect, it } from 'vitest';
import { Injectable } from '@nestjs/common';
import { Advise, type AdvisedStream, Advisor, type AdvisorChain, ChatClient, type ChatClientRequest } from 'toolgate';
import {
  ApprovalConflictException,
  type ApprovalStore,
  InMemoryApprovalStore,
  type Requester,
  RequesterResolver,
} from 'toolgate/approval';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall } from 'toolgate/testing';
import type { ToolContext } from 'toolgate/tool';
import { rejectionOf } from '../chat/chat.fixture.js';
import { Askers, bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, statusesOf, waits } from './waiting.fixture.js';

const refund = toolCall('refund', { order: 'A-1', amount: 70 });

/** Sends a message in the conversation `1`, which each tenant has. */
const start = async (
  script: readonly ScriptedAnswer[],
  store: ApprovalStore,
  approval: object = {},
  metadata: Parameters<typeof bootDesk>[2] = {},
) => {
  const model = new ScriptedChatModel(script);
  const booted = await bootDesk(model, { store, client: { tools: [Desk] }, approval }, metadata);
  const chat = booted.app.get(ChatClient);
  const ask = (tenant: string, text: string) => chat.prompt(text).conversation('1').toolContext({ tenant }).call();
  const grace = (tenant: string) => ({ id: 'grace', tenant });
  return { ...booted, model, chat, ask, grace };
};

onEveryStore('a conversation id that two tenants use', (open) => {
  it('names two conversations: a run that waits in one never blocks a message in the other', async () => {
    const script = [callsTools(refund), callsTools(toolCall('refund', { order: 'G-9', amount: 9 }))];
    const { app, ask, model } = await start(script, await open());
    const acme = await waits(ask('acme', 'Refund A-1'));
    const globex = await waits(ask('globex', 'Refund G-9'));
    const refused = (await rejectionOf(ask('globex', 'And now?').content())) as ApprovalConflictException;
    expect(refused).toBeInstanceOf(ApprovalConflictException);
    expect(refused).toMatchObject({ runIds: [globex.runId], approvals: [{ id: globex.first.id }] });
    const everything = JSON.stringify([refused, refused.message, refused.stack, refused.approvals, refused.runIds]);
    for (const theirs of [acme.runId, acme.first.id, 'A-1']) expect(everything).not.toContain(theirs);
    expect(model.prompts).toHaveLength(2);
    await app.close();
  });

  it('lets a message supersede only a turn of its own tenant', async () => {
    const script = [callsTools(refund), callsTools(refund), 'As you like.'];
    const { app, ask, approvals, grace } = await start(script, await open(), { onMessage: 'supersede' });
    const acme = await waits(ask('acme', 'Refund A-1'));
    await waits(ask('globex', 'Refund A-1'));
    expect(await ask('globex', 'Forget it').content()).toBe('As you like.');
    expect(statusesOf((await approvals.list({}, grace('globex'))).items)).toEqual(['refund CANCELLED']);
    expect((await approvals.runs.get(acme.runId, grace('acme'))).status).toBe('suspended');
    expect(statusesOf((await approvals.list({}, grace('acme'))).items)).toEqual(['refund PENDING']);
    await app.close();
  });
});

/** Notes the tenant of each turn and of each round. */
@Injectable()
@Advise({ around: 'round' })
class Noting extends Advisor {
  readonly tenants: unknown[] = [];

  async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    this.tenants.push(request.turn.tenant);
    return yield* chain.next(request);
  }
}

/** Identifies another person of another tenant on each call. */
class Changing extends RequesterResolver {
  asked = 0;

  identify(): Requester | Promise<Requester> {
    this.asked++;
    return { id: `ada ${this.asked}`, tenant: `tenant ${this.asked}` };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

describe('the tenant of a turn', () => {
  it.each(['at once', 'later'])(
    'is resolved once, before its first round, and is saved with the waiting turn: %s',
    async (how) => {
      class Later extends Changing {
        override identify() {
          return how === 'later' ? Promise.resolve().then(() => super.identify()) : super.identify();
        }
      }
      const requester = new Later();
      const script = [callsTools(toolCall('find', { order: 'A-1' })), callsTools(refund), 'Done.'];
      const store = new InMemoryApprovalStore();
      const { app, ask, approvals, chat } = await start(script, store, { requester }, { providers: [Noting] });
      const { runId, first } = await waits(ask('acme', 'Refund A-1'));
      expect(requester.asked).toBe(1);
      expect(app.get(Noting).tenants).toEqual(['tenant 1', 'tenant 1']);
      expect(await approvals.runs.get(runId)).toMatchObject({
        tenant: 'tenant 1',
        requester: { id: 'ada 1', tenant: 'tenant 1' },
      });
      await approvals.decide(first.id, yes(first), { id: 'grace', tenant: 'tenant 1' });
      expect(await chat.resume(runId).call().content()).toBe('Done.');
      expect(app.get(Noting).tenants).toEqual(['tenant 1', 'tenant 1', 'tenant 1']);
      expect(requester.asked).toBe(1);
      await app.close();
    },
  );

  it('is "default" in an application without a RequesterResolver', async () => {
    const store = new InMemoryApprovalStore();
    const { app, ask } = await start(['Hello.'], store, { requester: undefined }, { providers: [Noting] });
    await ask('acme', 'Hi').content();
    expect(app.get(Noting).tenants).toEqual(['default']);
    await app.close();
  });

  it('is "default" for a requester without one, and is stored like that', async () => {
    class Nameless extends Askers {
      override identify(_context: ToolContext<object>): never {
        return { id: 'ada' } as never;
      }
    }
    const store = new InMemoryApprovalStore();
    const options = { requester: new Nameless() };
    const { app, ask, approvals } = await start([callsTools(refund)], store, options, { providers: [Noting] });
    const { runId, first } = await waits(ask('acme', 'Refund A-1'));
    expect(app.get(Noting).tenants).toEqual(['default']);
    const stored = { tenant: 'default', requester: { id: 'ada', tenant: 'default' } };
    expect(await approvals.runs.get(runId)).toMatchObject(stored);
    expect(await approvals.get(first.id)).toMatchObject(stored);
    await app.close();
  });

  it.each([
    ['throws', () => fail()],
    ['rejects', () => Promise.reject(new Error('Nobody is signed in.'))],
  ])('is required in a conversation: if identify() %s, nothing is read or sent', async (_, identify) => {
    class Unsure extends Askers {
      override identify(_context: ToolContext<object>): never {
        return identify() as never;
      }
    }
    const store = new InMemoryApprovalStore();
    const { app, ask, chat, model } = await start(['Hello.'], store, { requester: new Unsure() });
    await expect(ask('acme', 'Hi').content()).rejects.toThrow('Nobody is signed in.');
    expect(model.prompts).toEqual([]);
    // Outside a conversation nothing belongs to a tenant yet.
    expect(await chat.prompt('Hi').call().content()).toBe('Hello.');
    await app.close();
  });

  it('must be known in time, or the turn fails', async () => {
    class Silent extends Askers {
      override identify(_context: ToolContext<object>): never {
        return new Promise(() => {}) as never;
      }
    }
    const approval = { requester: new Silent(), timeoutMs: 20 };
    const { app, ask, model } = await start(['Hello.'], new InMemoryApprovalStore(), approval);
    await expect(ask('acme', 'Hi').content()).rejects.toThrow(
      'RequesterResolver.identify() did not answer within 20 ms',
    );
    expect(model.prompts).toEqual([]);
    await app.close();
  });
});

const fail = (): never => {
  throw new Error('Nobody is signed in.');
};
