import type { INestApplicationContext } from '@nestjs/common';
import { ApprovalService, type Run, type RunQuery } from 'toolgate/approval';
import { isOpen } from './is-open.fixture.js';
import { TENANTS } from './people.fixture.js';

/** Runs that still need work: first those that wait, then those whose conversation is not updated. */
export const openRuns = async (app: INestApplicationContext): Promise<readonly Run[]> => {
  const { runs } = app.get(ApprovalService);
  const open: Run[] = [];
  for (const tenant of TENANTS)
    for (const status of ['suspended', 'resuming'] as const)
      open.push(...(await runs.list({ status, limit: 100 }, { tenant })).items);
  if (open.length > 0) return open;
  for (const tenant of TENANTS) open.push(...(await everyRun(app, tenant)).filter(isOpen));
  return open;
};

const everyRun = async (app: INestApplicationContext, tenant: string): Promise<readonly Run[]> => {
  const { runs } = app.get(ApprovalService);
  const all: Run[] = [];
  for (let query: RunQuery | undefined = { limit: 500 }; query;) {
    const page: { items: readonly Run[]; cursor?: string } = await runs.list(query, { tenant });
    all.push(...page.items);
    query = page.cursor === undefined ? undefined : { limit: 500, cursor: page.cursor };
  }
  return all;
};
