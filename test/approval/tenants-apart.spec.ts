import { expect, inject, it } from 'vitest';
import * as fc from 'fast-check';
import { onEveryDatabase } from './on-every-database.fixture.js';
import { stories, TenantStory } from './tenants-apart.fixture.js';

const MINUTE = 60_000;
// For more stories: TOOLGATE_TENANT_RUNS=2000 npm test -- test/approval/tenants-apart
const { TOOLGATE_TENANT_RUNS } = process.env;

onEveryDatabase('two tenants with the same people and conversations', (open) => {
  it.each(['reject', 'supersede'] as const)(
    'never change or see a record of each other: %s',
    async (onMessage) => {
      await fc.assert(
        fc.asyncProperty(stories, async (deeds) => {
          const { store } = await open();
          const story = await TenantStory.begin(store, onMessage);
          try {
            for (const deed of deeds) expect([deed, await story.problemOf(deed)]).toEqual([deed, undefined]);
          } finally {
            await story.end();
          }
        }),
        { numRuns: Number(TOOLGATE_TENANT_RUNS ?? (inject('isThorough') ? 15 : 6)) },
      );
    },
    10 * MINUTE,
  );
});
