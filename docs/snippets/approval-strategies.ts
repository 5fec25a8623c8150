// #region policy
import { ToolApprovalDecision, ToolApprovalStrategy } from 'toolgate';
import {
  allowTools,
  type ApprovalPredicate,
  denyOverrides,
  denyTools,
  firstDecisive,
  forTools,
  when,
} from 'toolgate/approval';

const leadsOnly = ToolApprovalStrategy.of(function leadsOnly(_tool, _args, { data }) {
  return data.role === 'lead' ? ToolApprovalDecision.approve() : ToolApprovalDecision.reject('Ask a lead.');
});
const isSmall: ApprovalPredicate = (_tool, { amount }) => typeof amount === 'number' && amount <= 50;

const policy = denyOverrides(
  denyTools('delete*', 'drop*'),
  forTools('refund*', firstDecisive(when(isSmall, allowTools('*')), leadsOnly)),
);
// #endregion
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ApprovalService, ChatClient, Tool, ToolgateModule } from 'toolgate';
import { askForTools, HumanApprovalStrategy, InMemoryApprovalStore, rateLimit, shadow } from 'toolgate/approval';
import { presentRequesters } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

@Injectable()
class Refunds {
  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string, amount: number): string {
    return `Refunded ${amount} of ${orderNumber}`;
  }
}

@Injectable()
class Calendar {
  readonly isHoliday = false;
}

// #region injected
@Injectable()
class WorkingDays extends ToolApprovalStrategy {
  constructor(private readonly calendar: Calendar) {
    super();
  }

  approve() {
    return this.calendar.isHoliday ? ToolApprovalDecision.reject('We are closed.') : ToolApprovalDecision.abstain();
  }
}
// #endregion

// #region rate-limit
const limited = rateLimit({ calls: 2, per: 60_000, key: (_tool, _args, { data }) => String(data.role) }, policy);
// #endregion

// #region human
export const people = new HumanApprovalStrategy({
  tools: {
    'refund*': { message: 'May this be refunded?', approvers: { roles: ['lead'] }, fourEyes: true },
    '*_all': { approvers: { roles: ['admin'], quorum: 2 }, expiresInMs: 3_600_000 },
  },
  requirement: { expiresInMs: 86_400_000 },
});
// #endregion

// #region tiers
const upTo =
  (limit: number): ApprovalPredicate =>
  (_tool, { amount }) =>
    typeof amount === 'number' && amount <= limit;

export const tiers = firstDecisive(
  when(upTo(50), allowTools('refund')),
  when(upTo(1000), askForTools('refund', { approvers: { roles: ['finance'] }, fourEyes: true })),
  askForTools('refund', { approvers: [{ roles: ['finance'], quorum: 2 }, { roles: ['risk'] }], fourEyes: true }),
);
// #endregion

const reports: unknown[] = [];

// #region shadow
const watched = denyOverrides(
  limited,
  shadow(firstDecisive(denyTools('pay*'), leadsOnly), ({ decision, trace }) => {
    reports.push({ would: decision?.type, trace });
  }),
);
// #endregion

/** Returns whom the tiers ask about a refund. */
const rolesAsked = async (amount: number): Promise<unknown> => {
  const model = new ScriptedChatModel([callsTools(toolCall('refund', { orderNumber: 'A-1043', amount })), 'Refunded.']);
  const requester = presentRequesters(() => ({ id: 'ann' }));
  const approval = { strategy: tiers, store: new InMemoryApprovalStore(), requester };
  @Module({ imports: [ToolgateModule.forRoot({ model, approval })], providers: [Refunds] })
  class TiersModule {}
  const app = await Test.createTestingModule({ imports: [TiersModule] }).compile();
  await app.get(ChatClient).prompt('Refund').tools(Refunds).call().outcome();
  const { items } = await app.get(ApprovalService).list();
  await app.close();
  return items.flatMap(({ requirement }) => requirement?.approvers ?? []);
};

export const run = async (): Promise<unknown> => {
  reports.length = 0;
  const refund = (amount: number) => toolCall('refund', { orderNumber: 'A-1043', amount }, `refund-${amount}`);
  const model = new ScriptedChatModel([callsTools(refund(80), refund(20), refund(30), refund(40)), 'Two of four.']);
  // #region module
  @Module({
    imports: [ToolgateModule.forRoot({ model })],
    providers: [
      Refunds,
      Calendar,
      WorkingDays,
      {
        provide: ToolApprovalStrategy,
        inject: [WorkingDays],
        useFactory: (workingDays: WorkingDays) => denyOverrides(workingDays, watched),
      },
    ],
  })
  class AppModule {}
  // #endregion
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  await app.get(ChatClient).prompt('Refund').tools(Refunds).toolContext({ role: 'agent' }).call().content();
  const message = model.prompts.at(-1)!.messages.at(-1)!;
  const results = message.role === 'tool' ? message.content.map(({ output }) => output) : [];
  const asked = [await rolesAsked(40), await rolesAsked(800), await rolesAsked(20_000)];
  return {
    asked,
    results: results.map((output) => (output.type === 'text' ? output.text : output.type)),
    shadow: reports[0],
  };
};
