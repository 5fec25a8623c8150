import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ToolgateModule } from 'toolgate';
import { ApprovalService } from 'toolgate/approval';
import { ApprovalsHttpModule, newApplicationSecret, PrincipalResolver } from 'toolgate/http';
import { approvalsClient } from 'toolgate/http/client';
import { ToolApprovalManager } from 'toolgate/remote';
import { SqlModule } from 'toolgate/sql';
import { InProcessModel } from '../in-process.model.js';

const GRACE = { id: 'grace', tenant: 'acme' };
const WARM = 600;
const MEASURED = 400;
const INPUT = { orderNumber: 'A-1042' };

class Grace extends PrincipalResolver {
  principal() {
    return { approver: GRACE };
  }
}

const serve = async (file: string) => {
  const { secret, secretHash } = newApplicationSecret();
  const applications = [{ name: 'agent', tenant: 'acme', secretHashes: [secretHash] }];
  @Module({
    imports: [
      ToolgateModule.forRoot({ model: new InProcessModel(), approval: { worker: false } }),
      SqlModule.forRoot({ sqlite: { file } }),
      ApprovalsHttpModule.forRoot({ external: true, applications }),
    ],
    providers: [{ provide: PrincipalResolver, useClass: Grace }],
  })
  class App {}
  const app = await NestFactory.create(App, { logger: ['error', 'warn'] });
  await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}/approvals`;
  return { app, url, headers: { authorization: `Bearer ${secret}` }, approvals: app.get(ApprovalService) };
};

type Served = Awaited<ReturnType<typeof serve>>;

/** Decides each requested call before its request is answered. The returned function returns the time of all decisions. */
const decideAtOnce = ({ approvals }: Served): (() => number) => {
  const request = approvals.request.bind(approvals);
  let spent = 0;
  approvals.request = async (given) => {
    const call = await request(given);
    const { id, revision, argsHash } = call.approval;
    const start = performance.now();
    await approvals.decide(id, { decisionId: 'd', decision: 'approve', revision, argsHash }, GRACE);
    spent += performance.now() - start;
    return call;
  };
  return () => spent;
};

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1]!;

/** Returns the median times, in µs: a decision over the door, and a whole remote approval without its decision. */
export const decidedAtOnce = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolgate-bench-'));
  const [plain, remote] = [await serve(join(folder, 'plain.db')), await serve(join(folder, 'remote.db'))];
  const grace = approvalsClient({ baseUrl: plain.url });
  const manager = new ToolApprovalManager({ tools: ['.*'], serviceUrl: remote.url, headers: remote.headers });
  const spentDeciding = decideAtOnce(remote);
  const [decide, whole]: [number[], number[]] = [[], []];
  for (let index = 0; index < WARM + MEASURED; index++) {
    const asked = { tool: 'findOrder', arguments: INPUT, requirement: {}, requester: { id: 'ada', tenant: 'acme' } };
    const { approval } = await plain.approvals.request({ ...asked, requestId: `r-${index}` });
    const { id, revision, argsHash } = approval;
    let start = performance.now();
    await grace.decide(id, { decision: 'approve', revision, argsHash });
    if (index >= WARM) decide.push(performance.now() - start);
    start = performance.now();
    const deciding = spentDeciding();
    const claimed = await manager.claim(await manager.requestAndWait({ toolName: 'findOrder', arguments: INPUT }));
    if (index >= WARM) whole.push(performance.now() - start - (spentDeciding() - deciding));
    claimed.report({ type: 'succeeded', value: null });
    // A turn does not wait for the report, which must not delay the next decision.
    await reported(remote, claimed.idempotencyKey.split(':')[0]!);
  }
  await manager.close();
  await Promise.all([plain.app.close(), remote.app.close()]);
  await rm(folder, { recursive: true });
  return { decide: median(decide) * 1000, whole: median(whole) * 1000 };
};

const reported = async ({ approvals }: Served, runId: string): Promise<void> => {
  while ((await approvals.runs.get(runId)).status !== 'completed') await new Promise(setImmediate);
};
