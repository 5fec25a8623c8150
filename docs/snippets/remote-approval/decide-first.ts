import { setTimeout as delay } from 'node:timers/promises';
import type { ApprovalsClient } from 'toolgate/http/client';

/** Decides the first pending approval of the service as soon as there is one. */
export const decideFirst = async (
  client: ApprovalsClient,
  decision: 'approve' | 'reject',
  reason?: string,
): Promise<void> => {
  for (;;) {
    const [asked] = (await client.list({ status: 'PENDING' })).items;
    if (asked) {
      const { id, revision, argsHash } = asked;
      await client.decide(id, { decision, revision, argsHash, ...(reason !== undefined && { reason }) });
      return;
    }
    await delay(5);
  }
};
