import { Injectable, type ModuleMetadata } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { vi } from 'vitest';
import { ChatClient, Tool, ToolContext, ToolgateModule, type ToolgateModuleOptions } from 'toolgate';
import { type Approval, type ApprovalService, type ApprovalStore, InMemoryApprovalStore } from 'toolgate/approval';
import { newApplicationSecret } from 'toolgate/http';
import { RemoteToolApproval, RemoteToolApprovalModule, type ToolApprovalConfig } from 'toolgate/remote';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { decision, serveDoor } from '../http/door.fixture.js';
import { platforms } from '../http/platforms.fixture.js';
import { keepLogs } from '../story.fixture.js';
import { startProxy } from './lossy-proxy.fixture.js';

export const { secret, secretHash } = newApplicationSecret();

/** An approver of the service. */
export const GRACE = { id: 'ann', tenant: 'acme', roles: ['finance'] };

/** Starts the service: an application with a store, whose door serves one other application. */
export const startService = async (given?: { readonly store?: ApprovalStore; readonly clock?: VirtualClock }) => {
  const clock = given?.clock ?? new VirtualClock();
  const store = given?.store ?? new InMemoryApprovalStore(clock.now);
  const applications = [{ name: 'shop', tenant: 'acme', secretHashes: [secretHash] }];
  const door = await serveDoor(platforms[0], { store, http: { external: true, applications } });
  const all = async (): Promise<readonly Approval[]> => {
    const { items } = await door.approvals.list({ order: 'oldest' });
    return Promise.all(items.map(({ id }) => door.approvals.get(id)));
  };
  return { ...door, clock, store, all, asked: askedOf(door.approvals) };
};

/** The service of a test. */
export type Service = Awaited<ReturnType<typeof startService>>;

/** Waits until an approval of the service is pending. */
const askedOf = (approvals: ApprovalService) => (tool?: string) =>
  vi.waitFor(
    async () => {
      const { items } = await approvals.list({ status: 'PENDING', ...(tool !== undefined && { tool }) });
      if (!items[0]) throw new Error('The service has no pending approval.');
      return approvals.get(items[0].id);
    },
    { interval: 5, timeout: 10_000 },
  );

/** Decides an approval at the service. */
export const decide = (service: Service, approval: Approval, given: object = {}) =>
  service.approvals.decide(approval.id, decision(approval, given) as never, GRACE);

/** Waits until the first approval of the service has a status. */
export const untilStatus = (service: Service, ...statuses: readonly string[]) =>
  vi.waitFor(
    async () => {
      const [first] = await service.all();
      if (!first || !statuses.includes(first.status)) throw new Error(`The approval is ${first?.status}.`);
      return first;
    },
    { interval: 5, timeout: 10_000 },
  );

/** Tools of an application without a store, and one line for each body that ran. */
@Injectable()
export class Deployments {
  readonly done: string[] = [];
  /** Runs inside the body of `deploy_prod`. */
  during: (context: ToolContext) => unknown = () => {};

  @Tool({ description: 'Deploy a service' })
  async deploy_prod(service: string, context: ToolContext): Promise<string> {
    this.done.push(`deploy ${service}`);
    await this.during(context);
    return `Deployed ${service} with a secret`;
  }

  @Tool({ description: 'Deploy to the test system', requiresApproval: false })
  deploy_test(service: string): string {
    this.done.push(`test ${service}`);
    return 'Done';
  }

  @Tool({ description: 'Read the mail' })
  read_mail(): string {
    this.done.push('read');
    return 'No mail';
  }
}

/** Calls of the model. */
export const deploys = (...services: readonly string[]): ScriptedAnswer =>
  callsTools(...services.map((service) => toolCall('deploy_prod', { service })));

/** The configuration of the application at a service. */
export const configOf = (serviceUrl: string, more: Partial<ToolApprovalConfig> = {}): ToolApprovalConfig => ({
  tools: ['deploy.*'],
  timeout: 20,
  pollInterval: '20ms',
  serviceUrl,
  headers: { authorization: `Bearer ${secret}` },
  ...more,
});

/** An application without a store. */
export interface RemoteStory extends ModuleMetadata {
  readonly config: ToolApprovalConfig | RemoteToolApproval;
  readonly script?: readonly ScriptedAnswer[];
  readonly options?: Partial<ToolgateModuleOptions>;
}

/** Starts an application whose deployments are decided at the service. */
export const startApplication = async ({
  config,
  script = [deploys('web'), 'Done.'],
  options,
  ...rest
}: RemoteStory) => {
  const model = new ScriptedChatModel([...script]);
  const logger = keepLogs();
  const module = await Test.createTestingModule({
    ...rest,
    imports: [
      ToolgateModule.forRoot({ model, ...options }),
      RemoteToolApprovalModule.forRoot(config),
      ...(rest.imports ?? []),
    ],
    providers: [Deployments, ...(rest.providers ?? [])],
  })
    .setLogger(logger)
    .compile();
  const app = await module.init().catch(async (error: unknown) => {
    await module.close();
    throw error;
  });
  const turn = (signal?: AbortSignal) => {
    const prompt = app.get(ChatClient).prompt('Deploy').tools(Deployments);
    return (signal ? prompt.signal(signal) : prompt).call().outcome();
  };
  return { app, model, logs: logger.lines, turn, tools: app.get(Deployments), remote: app.get(RemoteToolApproval) };
};

/** Starts a service, an application, and a proxy between them. */
export const startBoth = async (more: Partial<ToolApprovalConfig> = {}, story: Omit<RemoteStory, 'config'> = {}) => {
  const service = await startService();
  const proxy = await startProxy(service.origin);
  const application = await startApplication({ ...story, config: configOf(proxy.url, more) });
  const close = async (): Promise<void> => {
    await application.app.close();
    await proxy.stop();
    await service.app.close();
  };
  return { ...application, service, proxy, close };
};
