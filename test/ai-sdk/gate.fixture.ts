import { Test } from '@nestjs/testing';
import type { ModelMessage } from 'ai';
import { GatedCalls, ToolApprovalStrategy, ToolgateModule } from 'toolgate';
import {
  aiSdkToolsModule,
  type AiSdkToolSet,
  type GatedAiSdkTools,
  gateAiSdkTools,
  type GateAiSdkToolsOptions,
} from 'toolgate/ai-sdk/tools';
import { ApprovalService, type ApprovalStore, InMemoryApprovalStore, type ListedApproval } from 'toolgate/approval';
import { Askers, yes } from '../approval/approval.fixture.js';
import { type Loop, LOOPS, type modelOf } from './loops.fixture.js';

/** The stream of both versions. The other loops share its code in the AI SDK. */
export const STREAMS = LOOPS.filter(({ name }) => name.startsWith('streamText')).map((loop) => ({
  loop,
  name: loop.name,
  version: loop.name.endsWith('7') ? 7 : 6,
}));

export const question: ModelMessage = { role: 'user', content: 'Refund it' };

const above50 = ToolApprovalStrategy.of((_tool, { amount = 0 }) => {
  if (Number(amount) > 1_000) return { type: 'reject', reason: 'too much' };
  return Number(amount) > 50 ? { type: 'ask' } : { type: 'approve' };
});

/** An application with tools, and one gate in front of them. */
export interface GatedLoop {
  readonly loop: Loop;
  readonly tools: AiSdkToolSet;
  readonly options?: Partial<GateAiSdkToolsOptions>;
  readonly store?: ApprovalStore;
  /** @default one that asks about refunds of more than 50 */
  readonly strategy?: ToolApprovalStrategy;
}

export const startGated = async ({
  loop,
  tools,
  options,
  store = new InMemoryApprovalStore(),
  strategy = above50,
}: GatedLoop) => {
  const approval = { strategy, requester: new Askers(), store, worker: false };
  const app = await Test.createTestingModule({
    imports: [ToolgateModule.forRoot({ approval }), aiSdkToolsModule({ tools })],
  }).compile();
  await app.init();
  const approvals = app.get(ApprovalService);
  const gate = (changes: Partial<GateAiSdkToolsOptions> = {}, given = tools): GatedAiSdkTools<AiSdkToolSet> => {
    const all = { requester: { id: 'ada' }, conversation: 'c-1', wait: 'client', ...options, ...changes } as const;
    return gateAiSdkTools(given, app.get(GatedCalls), all);
  };
  const send = (asked: ReturnType<typeof modelOf>, messages: readonly ModelMessage[], given = gate()) =>
    loop.run({ model: asked.model, messages, given });
  const pending = async () => (await approvals.list({ status: 'PENDING' })).items;
  const approve = (waiting: ListedApproval) => approvals.decide(waiting.id, yes(waiting), { id: 'grace' });
  return { app, approvals, approve, gate, pending, send };
};
