import { describe, expect, it } from 'vitest';
import { ApprovalStore, InMemoryApprovalStore, RequesterResolver, type ApprovalOptions } from 'toolgate/approval';
import { SeamException } from 'toolgate/tool';
import { compile } from '../story.fixture.js';

const starting = (approval: object) => compile({ options: { approval } });
const DAY = 86_400_000;

class Ada extends RequesterResolver {
  identify = () => ({ id: 'ada', tenant: 'acme' });
  rehydrate = () => ({ type: 'present' }) as const;
}

class Bare {
  approve = () => ({ type: 'approve' });
}

describe('the approval options', () => {
  it.each([
    ['onMessage', 'queue', "'queue'. Pass 'reject' or 'supersede'."],
    ['onError', 'ignore', "'ignore'. Pass 'throw', 'reject' or 'ask'."],
    ['store', {}, 'an object. Pass an instance of a class that extends ApprovalStore.'],
    ['store', null, 'null. Pass an instance of a class that extends ApprovalStore.'],
    [
      'store',
      InMemoryApprovalStore,
      'the class InMemoryApprovalStore. Pass an instance: new InMemoryApprovalStore(…). Or leave the option out, and add { provide: ApprovalStore, useClass: InMemoryApprovalStore } to the providers of a module.',
    ],
    [
      'requester',
      Ada,
      'the class Ada. Pass an instance: new Ada(…). Or leave the option out, and add { provide: RequesterResolver, useClass: Ada } to',
    ],
    [
      'strategy',
      Bare,
      'the class Bare. Pass an instance: new Bare(…). Or leave the option out, and add { provide: ToolApprovalStrategy, useClass: Bare } to',
    ],
    ['requester', () => 'ada', 'Pass an instance of a class that extends RequesterResolver.'],
    ['expiresInMs', 0, '0. Pass milliseconds above 0, at most a hundred years.'],
    ['expiresInMs', Infinity, 'Infinity. Pass milliseconds above 0, at most a hundred years.'],
    ['approvalLapsesInMs', Number.NaN, 'NaN. Pass milliseconds above 0'],
    ['approvalLapsesInMs', Infinity, 'Infinity. Pass milliseconds above 0'],
    ['deadlineMs', -1, '-1. Pass milliseconds above 0, or Infinity.'],
    ['deadlineMs', '1h', "'1h'. Pass milliseconds above 0, or Infinity."],
    ['leaseMs', 0, '0. Pass milliseconds above 0'],
    ['leaseMs', 25 * DAY, '2160000000. Pass milliseconds above 0, at most 2147483647.'],
    ['shutdownMs', Infinity, 'Infinity. Pass milliseconds above 0, at most 2147483647.'],
    ['concurrency', 0, '0. Pass a whole number above 0.'],
    ['concurrency', 2.5, '2.5. Pass a whole number above 0.'],
    ['concurrency', Infinity, 'Infinity. Pass a whole number above 0.'],
    ['timeoutMs', true, 'true. Pass milliseconds above 0, or Infinity.'],
  ])('stop start-up if %s is %o', async (name, value, text) => {
    const error: unknown = await starting({ [name]: value }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SeamException);
    expect(String(error)).toContain(`approval.${name} is `);
    expect(String(error)).toContain(text);
  });

  it('do not show the contents of an invalid store in the error', async () => {
    const store = { url: 'postgres://shop:hunter2@db' };
    const text = await starting({ store }).catch(String);
    expect(text).toContain('approval.store is an object');
  });

  it.each([
    [ApprovalStore, 'runs', 'No ApprovalStore is configured. Import SqlModule, or provide ApprovalStore.'],
    [
      RequesterResolver,
      'identify',
      'No RequesterResolver is configured. Provide RequesterResolver in a module, or pass approval.requester.',
    ],
  ])('name the missing provider when %o is called without one', async (seam, method, message) => {
    const { app } = await starting({});
    const part = app.get<Record<string, () => unknown>>(seam as never, { strict: false });
    expect(() => part[method]!()).toThrow(new SeamException(message));
  });

  it('may all be passed', async () => {
    const store = new InMemoryApprovalStore();
    const approval: ApprovalOptions = {
      strategy: () => ({ type: 'ask' }),
      store,
      requester: new Ada(),
      onError: 'ask',
      onMessage: 'supersede',
      worker: false,
      concurrency: 1,
      requireCoverage: true,
      timeoutMs: Infinity,
      expiresInMs: 30 * DAY,
      approvalLapsesInMs: 0.5,
      deadlineMs: Infinity,
      leaseMs: 5000,
      shutdownMs: 1,
    };
    const { app } = await starting(approval);
    await app.init();
    expect(app.get(ApprovalStore)).toBeInstanceOf(ApprovalStore);
    await app.close();
  });
});
