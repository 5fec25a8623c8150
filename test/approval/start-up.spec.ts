import { describe, expect, it } from 'vitest';
import type { Provider } from '@nestjs/common';
import {
  denyOverrides,
  HumanApprovalStrategy,
  InMemoryApprovalStore,
  RequesterResolver,
  type ToolgateModuleOptions,
} from 'toolgate';
import { ApproverDirectory } from 'toolgate/approval';
import { boot } from '../story.fixture.js';
import { Askers, Desk } from './approval.fixture.js';

const start = (approval: ToolgateModuleOptions['approval'], ...providers: readonly Provider[]) =>
  boot({ providers: [Desk, ...providers], options: { approval } });

class Half {
  identify() {
    return { id: 'ada' };
  }
}

const strategy = denyOverrides(new HumanApprovalStrategy());
const store = new InMemoryApprovalStore();

describe("an application with tools that need a person's approval", () => {
  it('is warned at start-up if there is no store', async () => {
    const { logs } = await start({ strategy });
    expect(logs.join()).toContain(
      '"refund" requires the decision of a person, and no ApprovalStore is configured. Import SqlModule, or provide ApprovalStore.',
    );
  });

  it('is warned at start-up if its resolver is not provided under the token', async () => {
    const { logs } = await start({ strategy, store, worker: false }, Askers);
    expect(logs.join()).toContain(
      'no RequesterResolver is provided under its own token. Askers in RootTestModule extends RequesterResolver. Write { provide: RequesterResolver, useClass: Askers }.',
    );
  });

  it('does not start if its directory is not provided under the token, because a lost role would still count', async () => {
    class Staff extends ApproverDirectory {
      current(): undefined {}

      eligible(): readonly [] {
        return [];
      }
    }
    await expect(start({ strategy, store, worker: false }, Staff)).rejects.toThrow(
      'Staff in RootTestModule extends ApproverDirectory but is not provided under that token, so it would be ignored. Write { provide: ApproverDirectory, useClass: Staff }.',
    );
  });

  it('is warned at start-up if there is no resolver', async () => {
    const { logs } = await start({ strategy, store, worker: false });
    expect(logs.join()).toContain(
      'no RequesterResolver is provided under its own token. Write { provide: RequesterResolver, useClass: … }.',
    );
  });

  it.each<[string, Provider, string]>([
    ['a class', { provide: RequesterResolver, useClass: Half }, 'Half in RootTestModule'],
    [
      'a value',
      { provide: RequesterResolver, useValue: { identify: () => ({ id: 'ada' }) } },
      'RequesterResolver in RootTestModule',
    ],
  ])('does not start if its resolver lacks a method: %s', async (_, provider, place) => {
    await expect(start({ strategy, store, worker: false }, provider)).rejects.toThrow(
      `${place} does not implement RequesterResolver. Add to it what is missing: rehydrate().`,
    );
  });

  it('names every method that its resolver lacks', async () => {
    const empty = { provide: RequesterResolver, useClass: class Empty {} };
    await expect(start({ strategy, store, worker: false }, empty)).rejects.toThrow(
      'Empty in RootTestModule does not implement RequesterResolver. Add to it what is missing: identify(), rehydrate().',
    );
  });

  it('does not start if its resolver, as an option, lacks a method', async () => {
    await expect(start({ strategy, store, requester: new Half() as never })).rejects.toThrow(
      'approval.requester is an instance of Half. Add to it what RequesterResolver requires: rehydrate().',
    );
  });

  it('does not start if coverage is required', async () => {
    await expect(start({ strategy, requireCoverage: true })).rejects.toThrow('no ApprovalStore is configured');
  });

  it('starts without warnings if everything is provided', async () => {
    const { logs, app } = await start({
      strategy,
      store,
      requester: new Askers(),
      worker: false,
      requireCoverage: true,
    });
    expect(logs).toEqual([]);
    await app.close();
  });
});
