// #region first
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** Runs the approved call. */
const deploy = (input: unknown): string => `Deployed ${(input as { service: string }).service}`;

/** Deploys a service after a person has approved it, with nothing but `fetch`. */
const deployApproved = async (url: string, secret: string, service: string): Promise<string> => {
  const send = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const more = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const response = await fetch(`${url}/external${path}`, { headers, ...more });
    if (!response.ok) throw new Error(`The service answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const request = { tool: 'deploy', arguments: { service }, requester: { id: 'ann' }, requestId: `deploy-${service}` };
  let call = await send('', request);
  while (call['approval'] === 'PENDING') {
    await delay(1000);
    call = await send(`/${call['id']}`);
  }
  if (call['approval'] !== 'APPROVED') return String(call['reason']);
  const token = randomUUID();
  const claim = await send(`/${call['id']}/claim`, { argsHash: call['argsHash'], token });
  if (claim['answer'] !== 'start') return 'Another process has started it.';
  const outcome = { type: 'succeeded', value: deploy(claim['arguments']) };
  return String((await send(`/${call['id']}/finish`, { token, outcome }))['result']);
};
// #endregion

import type { AddressInfo } from 'node:net';
import { Test } from '@nestjs/testing';
import { InMemoryApprovalStore, ToolgateModule } from 'toolgate';
import { ApprovalsHttpModule, newApplicationSecret, PrincipalResolver } from 'toolgate/http';
import { approvalsClient } from 'toolgate/http/client';
import { decideFirst } from './remote-approval/decide-first.js';

class Lee extends PrincipalResolver {
  principal() {
    return { approver: { id: 'lee', tenant: 'acme' } };
  }
}

export const run = async (): Promise<unknown> => {
  const { secret, secretHash } = newApplicationSecret();
  const applications = [{ name: 'script', tenant: 'acme', secretHashes: [secretHash] }];
  const module = await Test.createTestingModule({
    imports: [
      ToolgateModule.forRoot({ approval: { store: new InMemoryApprovalStore(), worker: false } }),
      ApprovalsHttpModule.forRoot({ external: true, applications }),
    ],
    providers: [{ provide: PrincipalResolver, useClass: Lee }],
  }).compile();
  const app = module.createNestApplication({ logger: false });
  await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}/approvals`;
  const lee = approvalsClient({ baseUrl: url });
  const [approved] = await Promise.all([deployApproved(url, secret, 'shop'), decideFirst(lee, 'approve')]);
  const [rejected] = await Promise.all([deployApproved(url, secret, 'bank'), decideFirst(lee, 'reject', 'Not today')]);
  await app.close();
  return { approved, rejected };
};
