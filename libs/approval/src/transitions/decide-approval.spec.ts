import { describe, expect, it } from 'vitest';
import { setApproval } from './draft.js';
import { ANN, BOB, CID, SuspendedRun } from './suspended-run.fixture.js';

const problem = (name: string) => expect.objectContaining({ problem: name });

describe('a decision on a call that waits', () => {
  it('counts once, even if it is sent several times', async () => {
    const run = await SuspendedRun.at({ asks: { approvers: { quorum: 2 } } });
    const first = await run.decide(BOB, { decisionId: 'same' });
    expect(await run.decide(BOB, { decisionId: 'same' })).toEqual(first);
    expect(await run.statuses()).toEqual(['PENDING']);
  });

  it('cannot reuse the id of another decision', async () => {
    const run = await SuspendedRun.at({ asks: { approvers: { quorum: 2 } } });
    await run.decide(BOB, { decisionId: 'same' });
    await expect(run.decide(CID, { decisionId: 'same' })).rejects.toEqual(problem('decision-reused'));
    await expect(run.decide(BOB, { decisionId: 'same', decision: 'reject' })).rejects.toEqual(
      problem('decision-reused'),
    );
  });

  it('counts for the arguments and the revision that were shown, and for no others', async () => {
    const run = await SuspendedRun.at({});
    await expect(run.decide(BOB, { argsHash: 'another' })).rejects.toEqual(problem('hash-mismatch'));
    await expect(run.decide(BOB, { revision: 2 })).rejects.toEqual(problem('conflict'));
    expect(await run.statuses()).toEqual(['PENDING']);
  });

  it('counts a person once, and waits for every required vote', async () => {
    const run = await SuspendedRun.at({ asks: { approvers: { roles: ['office'], quorum: 2 } } });
    await run.decide(BOB);
    expect((await run.decide(BOB)).status).toBe('PENDING');
    expect((await run.decide(CID)).status).toBe('APPROVED');
  });

  it('requires a vote from each group', async () => {
    const run = await SuspendedRun.at({ asks: { approvers: [{ roles: ['lead'] }, { users: ['bob'] }] } });
    expect((await run.decide(CID)).status).toBe('PENDING');
    expect((await run.decide(BOB)).status).toBe('APPROVED');
  });

  it('is not accepted from a person outside the groups, nor from the requester under four eyes', async () => {
    const office = await SuspendedRun.at({ asks: { approvers: { roles: ['office'] } } });
    await expect(office.decide(ANN)).rejects.toEqual(problem('not-eligible'));
    const fourEyes = await SuspendedRun.at({ asks: { fourEyes: true } });
    await expect(fourEyes.decide(ANN)).rejects.toEqual(problem('not-eligible'));
    expect((await fourEyes.decide(BOB)).status).toBe('APPROVED');
  });

  it('that is not permitted causes an error with the reason, without the ids of other people', async () => {
    const messageOf = async (run: SuspendedRun) => ((await run.decide(ANN).catch((error) => error)) as Error).message;
    const roles = { roles: ['finance', 'owner'] };
    expect(await messageOf(await SuspendedRun.at({ asks: { approvers: roles } }))).toMatch(
      /^Approval \S+ may not be decided by "ann": the requirement allows roles finance, owner\. Ask one of these to decide\.$/,
    );
    const groups = [{ ...roles, users: ['bob'] }, { users: ['cid'] }];
    expect(await messageOf(await SuspendedRun.at({ asks: { approvers: groups } }))).toMatch(
      / the requirement allows roles finance, owner and users that it names, and users that it names\. /,
    );
    expect(await messageOf(await SuspendedRun.at({ asks: { fourEyes: true } }))).toMatch(
      / may not be decided by "ann": the requirement asks for four eyes, and the requester of the call may not decide it\. Ask another approver\.$/,
    );
  });

  it('counts no vote that was stored with a text instead of roles', async () => {
    const run = await SuspendedRun.at({ asks: { approvers: [{ roles: ['lead'] }, { users: ['bob'] }] } });
    await run.do((draft) => {
      const [approval] = [...draft.approvals.values()];
      const vote = { voter: 'lea', at: 0, roles: 'misleading' as never };
      setApproval(draft, approval!, { votes: [vote] });
    });
    expect((await run.decide(BOB)).status).toBe('PENDING');
    expect((await run.decide(CID)).status).toBe('APPROVED');
  });

  it('is not found by a person of another tenant', async () => {
    const run = await SuspendedRun.at({});
    await expect(run.decide({ id: 'eve', tenant: 'elsewhere' })).rejects.toEqual(problem('not-found'));
  });

  it('that edits the arguments removes the earlier votes', async () => {
    const run = await SuspendedRun.at({ asks: { allowEdit: true, approvers: { quorum: 2 } } });
    await run.decide(BOB);
    const edited = await run.decide(CID, { editedArguments: { amount: 50 } });
    expect(edited).toMatchObject({ status: 'PENDING', revision: 2, arguments: { amount: 50 } });
    expect(edited.votes.map(({ voter }) => voter)).toEqual(['cid']);
    expect((await run.look()).run.slots[0]).toMatchObject({ input: { amount: 50 }, argsHash: edited.argsHash });
    expect((await run.decide(BOB)).status).toBe('APPROVED');
  });

  it('that comes late is refused, but a late rejection is noted once', async () => {
    const run = await SuspendedRun.at({});
    await run.decide(BOB);
    await expect(run.decide(CID)).rejects.toEqual(problem('conflict'));
    await run.decide(CID, { decision: 'reject', decisionId: 'late', reason: 'too much' });
    const noted = await run.decide(CID, { decision: 'reject', decisionId: 'late', reason: 'too much' });
    expect(noted).toMatchObject({ status: 'APPROVED', notes: [{ by: 'cid', text: 'too much' }] });
  });

  it('that comes at the expiry is refused', async () => {
    const run = await SuspendedRun.at({ asks: { expiresInMs: 10 } });
    const early = await SuspendedRun.at({ asks: { expiresInMs: 10 } });
    early.now = 9;
    expect((await early.decide(BOB)).status).toBe('APPROVED');
    run.now = 10;
    await expect(run.decide(BOB)).rejects.toEqual(problem('gone'));
    expect(await run.statuses()).toEqual(['EXPIRED']);
  });
});
