import { afterEach, describe, expect, it } from 'vitest';
import type { INestApplication } from '@nestjs/common';
import { type Principal, PrincipalResolver } from 'toolgate/http';
import { decision, type DoorStory, read, serveDoor } from './door.fixture.js';
import { platforms } from './platforms.fixture.js';

describe.each(platforms)('the text of a refusal at the door on $name', (platform) => {
  let app: INestApplication | undefined;

  const serve = async (story?: DoorStory) => {
    const door = await serveDoor(platform, story);
    app = door.app;
    return door;
  };

  const serveResolver = (principal: () => unknown) => {
    class Staff extends PrincipalResolver {
      override principal(): Principal {
        return principal() as Principal;
      }
    }
    return serve({ principals: { provide: PrincipalResolver, useClass: Staff } });
  };

  afterEach(() => app?.close());

  it.each(['approve', 'reject'])('states that "%s" has no response, which would be ignored', async (word) => {
    const { ask, wait, approvals } = await serve();
    const approval = await wait();
    const body = decision(approval, { decision: word, response: 'too expensive' });
    const answer = await read(await ask(`approvals/${approval.id}/decisions`, { body }));
    expect(answer).toMatchObject({ status: 400, body: { problem: 'bad-decision' } });
    expect(answer.body['detail']).toContain('"response" belongs to the decision "respond". Use "reason".');
    expect(await approvals.get(approval.id)).toMatchObject({ status: 'PENDING', version: 1 });
  });

  it.each<[string, { body?: object }, string]>([
    ['approvals?tol=mail', {}, 'The parameter "tol" is unknown. Use one of: '],
    ['approvals/me?x=1', {}, 'The parameter "x" is unknown. Remove it: this route takes no parameters.'],
    [
      'approvals/x/decisions',
      { body: { aprove: true } },
      'The body has an unknown property "aprove". Use one of: decisionId, decision, revision, argsHash, reason, editedArguments, response, answer.',
    ],
  ])('names what to send in place of an unknown name: %s', async (path, request, text) => {
    const { ask } = await serve();
    const answer = await read(await ask(path, request));
    expect(answer).toMatchObject({ status: 400, body: { problem: 'bad-request' } });
    expect(answer.body['detail']).toContain(text);
  });

  it('names both revisions of a decision on another one', async () => {
    const { ask, wait } = await serve();
    const approval = await wait();
    const answer = await read(
      await ask(`approvals/${approval.id}/decisions`, { body: decision(approval, { revision: 9 }) }),
    );
    expect(answer).toMatchObject({ status: 409, body: { problem: 'conflict' } });
    expect(answer.body['detail']).toBe(
      `The decision on the approval ${approval.id} does not count. The decision names revision 9, and the approval has revision 1. Read it again.`,
    );
  });

  it.each<[object, string]>([
    [
      { approver: { id: 'ann' }, isAdmin: true },
      'it has an unknown property "isAdmin". Use one of: approver, administrator.',
    ],
    [
      { approver: { id: 'ann', administrator: true } },
      'its approver has an unknown property "administrator". Use one of: id, tenant, roles. Set administrator next to approver.',
    ],
    [{ approver: { id: 'ann' }, administrator: 'yes' }, '"administrator" is not a boolean.'],
  ])('is that of an internal error for the principal %j, whose property would be ignored', async (principal, text) => {
    const { ask, logs } = await serveResolver(() => principal);
    expect(await read(await ask('approvals/me'))).toMatchObject({ status: 500, body: { problem: 'internal' } });
    expect(logs.join('\n')).toContain(
      `principal() returned an invalid principal: ${text} Return { approver: { id, tenant, roles } }, or undefined.`,
    );
  });

  it.each([undefined, null])('asks to sign in if the resolver returns %s', async (nobody) => {
    const { ask, logs } = await serveResolver(() => nobody);
    expect(await read(await ask('approvals/me'))).toMatchObject({ status: 401, body: { problem: 'unauthenticated' } });
    expect(logs).toEqual([]);
  });

  it('is logged with the path and the resolver if the resolver throws', async () => {
    const { ask, logs } = await serveResolver(() => {
      throw new TypeError('no session, password=hunter2');
    });
    const answer = await read(await ask('approvals?requester=ada'));
    expect(answer).toMatchObject({
      status: 500,
      body: { problem: 'internal', detail: 'The server could not answer. Its log states why.' },
    });
    const [line] = logs.filter((entry) => entry.startsWith('error:'));
    expect(line).toContain('error: GET /approvals failed: Staff.principal() threw TypeError: no session');
    expect(line).not.toMatch(/hunter2|ada|PrincipalException/);
  });
});
