import { describe, expect, it } from 'vitest';
import { newDatabase, openDesk } from '../demo/desk.fixture.js';
import { OfflineSupportModel } from '../../apps/demo/src/model/offline-support.model.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

describe('the demo', () => {
  it('refunds an order that a customer asks for in the chat, after Grace has approved it in the inbox', async () => {
    const desk = await openDesk(newDatabase(), new OfflineSupportModel());
    inbox.atEnd(() => desk.app.close());
    const grace = await inbox.open({ inbox: `${desk.url}/approvals/inbox` }, { as: 'grace' });
    await grace.getByText('Nothing waits').waitFor();
    const { runId } = await desk.ask('Refund order A-1043');
    await grace.getByRole('link', { name: /A-1043/ }).click();
    await grace.getByRole('button', { name: 'Approve', exact: true }).click();
    await grace.getByText('Approved. The call has run.').waitFor();
    expect((await desk.ended(runId)).content).toBe('I refunded €80 of order A-1043.');
    expect(await desk.order('A-1043')).toMatchObject({ status: 'refunded', refunded: 80 });
  });
});
