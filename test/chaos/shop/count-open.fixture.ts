import type { INestApplicationContext } from '@nestjs/common';
import { ApprovalService, type Run, type RunQuery } from 'toolgate/approval';
import { isOpen } from './is-open.fixture.js';

const STATUSES = ['suspended', 'resuming'] as const;

/** How many runs have not reached an end yet: they wait, they are held, or their conversation is not updated. */
export const countOpen = async (app: INestApplicationContext): Promise<number> => {
  let count = 0;
  for (const status of STATUSES)
    count += (await app.get(ApprovalService).runs.list({ status, limit: 500 })).items.length;
  if (count > 0) return count;
  return (await everyRun(app)).filter(isOpen).length;
};

const everyRun = async (app: INestApplicationContext): Promise<readonly Run[]> => {
  const runs: Run[] = [];
  for (let query: RunQuery | undefined = { limit: 500 }; query;) {
    const { items, cursor }: { items: readonly Run[]; cursor?: string } = await app
      .get(ApprovalService)
      .runs.list(query);
    runs.push(...items);
    query = cursor === undefined ? undefined : { limit: 500, cursor };
  }
  return runs;
};
