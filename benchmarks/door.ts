import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, Module } from '@nestjs/common';
import { type AbstractHttpAdapter, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ChatClient, ToolApprovalDecision, ToolApprovalStrategy, ToolgateModule } from 'toolgate';
import { ApprovalService, RequesterResolver } from 'toolgate/approval';
import { ApprovalsHttpModule, PrincipalResolver } from 'toolgate/http';
import { userMessage } from 'toolgate/model';
import { SqlModule } from 'toolgate/sql';
import type { Cost } from './costs-of.js';
import { printCompared, printComparison } from './compare.js';
import { InProcessModel } from './in-process.model.js';
import { toolsOf } from './tools-of.js';

Logger.overrideLogger(['error', 'warn']);

const GRACE = { id: 'grace' };
const WARM = 1500;
const MEASURED = 600;

const tools = toolsOf(1);
const prompt = { messages: [userMessage('Where is A-1042?')], tools: [tools] };

class Asker extends RequesterResolver {
  identify() {
    return { id: 'ada' };
  }
  rehydrate() {
    return { type: 'present' } as const;
  }
}

class Grace extends PrincipalResolver {
  principal() {
    return { approver: GRACE };
  }
}

const serve = async (adapter: AbstractHttpAdapter, file: string) => {
  const strategy = ToolApprovalStrategy.of(() => ToolApprovalDecision.ask());
  @Module({
    imports: [
      ToolgateModule.forRoot({
        model: new InProcessModel(),
        approval: { strategy, requester: new Asker(), worker: false },
      }),
      SqlModule.forRoot({ sqlite: { file } }),
      ApprovalsHttpModule.forRoot({}),
    ],
    providers: [tools, { provide: PrincipalResolver, useClass: Grace }],
  })
  class App {}
  const app = await NestFactory.create(App, adapter, { logger: ['error', 'warn'] });
  await app.listen(0, '127.0.0.1');
  return app;
};

type Decide = (id: string, body: Parameters<ApprovalService['decide']>[1]) => Promise<unknown>;

/** Sends a decision over one connection that stays open. */
const posting = (port: number, agent: Agent): Decide => {
  return (id, body) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      const path = `/approvals/${id}/decisions`;
      const sent = request({ agent, host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`The decision was answered with ${response.statusCode}.`));
        response.on('end', resolve).resume();
      });
      sent.on('error', reject).end(text);
    });
};

const microseconds = ({ user, system }: NodeJS.CpuUsage): number => user + system;

/** Returns the median cost of each way to decide. The ways take turns, each with approvals of its own. */
const measure = async (chat: ChatClient, ways: readonly Decide[]): Promise<readonly Cost[]> => {
  const costs = ways.map(() => ({ cpu: [] as number[], wall: [] as number[] }));
  for (let index = 0; index < WARM + MEASURED; index++) {
    for (const [way, decide] of ways.entries()) {
      const outcome = await chat.prompt(prompt).call().outcome();
      if (outcome.status !== 'suspended') throw new Error('The turn did not wait for a person.');
      const { id, revision, argsHash } = outcome.approvals[0]!;
      const [cpu, wall] = [process.cpuUsage(), performance.now()];
      await decide(id, { decisionId: 'd', decision: 'approve', revision, argsHash });
      if (index < WARM) continue;
      costs[way]!.wall.push((performance.now() - wall) * 1000);
      costs[way]!.cpu.push(microseconds(process.cpuUsage(cpu)));
    }
  }
  return costs.map(({ cpu, wall }) => ({ cpu: median(cpu), wall: median(wall) }));
};

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1]!;

const folder = await mkdtemp(join(tmpdir(), 'toolgate-bench-'));
printCompared('A decision, on SQLite', 'ApprovalService.decide', 'POST …/decisions', 'µs a decision');
for (const [name, adapter] of [
  ['Express', new ExpressAdapter()],
  ['Fastify', new FastifyAdapter() as AbstractHttpAdapter],
] as const) {
  const app = await serve(adapter, join(folder, `${name}.db`));
  const approvals = app.get(ApprovalService);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = app.getHttpServer().address() as AddressInfo;
  const [base, ours] = await measure(app.get(ChatClient), [
    (id, body) => approvals.decide(id, body, GRACE),
    posting(port, agent),
  ]);
  printComparison(name, { base: base!, ours: ours! });
  agent.destroy();
  await app.close();
}
await rm(folder, { recursive: true });
