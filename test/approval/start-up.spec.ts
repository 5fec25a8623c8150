import { describe, expect, it } from '@jest/globals';
import type { Provider } from '@nestjs/common';
import { denyOverrides, HumanApprovalStrategy, InMemoryApprovalStore, type ToolgateModuleOptions } from 'toolgate';
import { boot } from '../story.fixture.js';
import { Askers, Desk } from './approval.fixture.js';

const start = (approval: ToolgateModuleOptions['approval'], ...providers: readonly Provider[]) =>
  boot({ providers: [Desk, ...providers], options: { approval } });

const strategy = denyOverrides(new HumanApprovalStrategy());
const store = new InMemoryApprovalStore();

describe('an application whose tools a person decides about', () => {
  it('is told at start-up that nothing keeps the question', async () => {
    const { logs } = await start({ strategy });
    expect(logs.join()).toContain(
      'A person decides about "refund", and nothing keeps the question: provide an ApprovalStore',
    );
  });

  it('is told at start-up that nobody says on whose behalf turns run, also where the resolver stands under no token', async () => {
    const { logs } = await start({ strategy, store, worker: false }, Askers);
    expect(logs.join()).toContain(
      'nobody says on whose behalf turns run: Askers in RootTestModule extends RequesterResolver but is not provided under that token. Write { provide: RequesterResolver, useClass: Askers }.',
    );
  });

  it('is told at start-up that nobody says on whose behalf turns run, where there is no resolver', async () => {
    const { logs } = await start({ strategy, store, worker: false });
    expect(logs.join()).toContain(
      'nobody says on whose behalf turns run: provide a RequesterResolver, under its own token',
    );
  });

  it('does not start where coverage is required', async () => {
    await expect(start({ strategy, requireCoverage: true })).rejects.toThrow('nothing keeps the question');
  });

  it('starts quietly where everything is there', async () => {
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
