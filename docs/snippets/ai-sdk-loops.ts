// #region first
import { generateText, isStepCount, type LanguageModel, tool } from 'ai';
import { GatedCalls } from 'toolgate';
import { aiSdkToolsModule, gateAiSdkTools } from 'toolgate/ai-sdk/tools';
import { z } from 'zod';

const tools = {
  refund: tool({
    description: 'Refund an order',
    inputSchema: z.object({ order: z.string(), amount: z.number().positive() }),
    execute: async ({ order, amount }) => ({ order, refunded: amount }),
  }),
};

// Import it beside ToolgateModule: an approved call then also runs on another instance.
const toolsModule = aiSdkToolsModule({ tools });

const answer = async (model: LanguageModel, gated: GatedCalls, user: string, prompt: string) => {
  const requester = { id: user };
  const options = { requester, toolContext: { user }, conversation: 'c-7', wait: 'inline' } as const;
  const { text } = await generateText({
    model,
    prompt,
    stopWhen: isStepCount(5),
    ...gateAiSdkTools(tools, gated, options),
  });
  return text;
};
// #endregion

import { Test } from '@nestjs/testing';
import {
  ApprovalService,
  HumanApprovalStrategy,
  InMemoryApprovalStore,
  RequesterResolver,
  type ToolContext,
  ToolgateModule,
} from 'toolgate';

class Requesters extends RequesterResolver {
  identify({ data }: ToolContext<{ user?: string }>) {
    return { id: data.user ?? 'unknown' };
  }

  rehydrate() {
    return { type: 'present' as const };
  }
}

/** Asks for a refund, and repeats its result. */
const offline = {
  specificationVersion: 'v3',
  provider: 'offline',
  modelId: 'offline-1',
  supportedUrls: {},
  doGenerate: async ({ prompt }: { prompt: readonly { readonly role: string; readonly content: unknown }[] }) => {
    const last = prompt.at(-1)!;
    const usage = { inputTokens: {}, outputTokens: {} };
    const input = JSON.stringify({ order: 'A-1042', amount: 80 });
    if (last.role !== 'tool') {
      const call = { type: 'tool-call', toolCallId: 'call-1', toolName: 'refund', input };
      return { content: [call], finishReason: { unified: 'tool-calls' }, usage, warnings: [] };
    }
    const [{ output }] = last.content as [{ output: { value: unknown } }];
    const text = `The result: ${JSON.stringify(output.value)}`;
    return { content: [{ type: 'text', text }], finishReason: { unified: 'stop' }, usage, warnings: [] };
  },
};

const waitingOf = async (approvals: ApprovalService) => {
  for (;;) {
    const [waiting] = (await approvals.list({ status: 'PENDING' })).items;
    if (waiting) return waiting;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

export const run = async (): Promise<unknown> => {
  const strategy = new HumanApprovalStrategy({ tools: 'refund' });
  const approval = { strategy, store: new InMemoryApprovalStore(), requester: new Requesters() };
  const imports = [ToolgateModule.forRoot({ approval }), toolsModule];
  const app = await (await Test.createTestingModule({ imports }).compile()).init();
  const approvals = app.get(ApprovalService);
  const answering = answer(offline as unknown as LanguageModel, app.get(GatedCalls), 'ada', 'Refund 80 of A-1042');
  const { id, requester, revision, argsHash } = await waitingOf(approvals);
  await approvals.decide(id, { decisionId: 'd-1', decision: 'approve', revision, argsHash }, { id: 'grace' });
  const text = await answering;
  await app.close();
  return { requester: requester.id, text };
};
