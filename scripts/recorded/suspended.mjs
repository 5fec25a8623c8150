import { NestFactory } from '@nestjs/core';
import { ToolgateModule } from 'toolgate';
import {
  ApprovalService,
  InMemoryApprovalStore,
  RequesterResolver,
  ToolApprovalDecision,
  ToolApprovalStrategy,
} from 'toolgate/approval';
import { ChatClient, ToolExecutionEligibilityChecker } from 'toolgate/chat';
import { ToolCallbackProvider } from 'toolgate/tool';
import { WhileRecorded } from './while-recorded.mjs';

class FixedRequester extends RequesterResolver {
  identify = () => ({ id: 'requester', tenant: 'one' });
  rehydrate = () => ({ type: 'present' });
}

class Replayed extends ToolCallbackProvider {
  constructor(tools) {
    super();
    this.toolCallbacks = () => tools;
  }
}

class Application {}

const applicationOf = ({ recording, server, model, tools }) => {
  const strategy = ToolApprovalStrategy.of(() => ToolApprovalDecision.ask());
  const approval = { strategy, store: new InMemoryApprovalStore(), requester: new FixedRequester(), worker: false };
  return NestFactory.createApplicationContext(
    {
      module: Application,
      imports: [ToolgateModule.forRoot({ model, approval })],
      providers: [
        { provide: ToolExecutionEligibilityChecker, useValue: new WhileRecorded(recording, server) },
        { provide: ToolCallbackProvider, useValue: new Replayed(tools) },
      ],
    },
    { logger: false },
  );
};

/** Returns a client whose turn is suspended before each batch of tool calls, saved as JSON, approved and resumed. */
export const suspended = async (setting) => {
  const app = await applicationOf(setting);
  const client = app.get(ChatClient);
  const approvals = app.get(ApprovalService);
  const approveAll = async (asked) => {
    for (const { id, revision, argsHash } of asked) {
      await approvals.decide(
        id,
        { decisionId: id, decision: 'approve', revision, argsHash },
        { id: 'approver', tenant: 'one' },
      );
    }
  };
  const outcomeOf = async (turn, mode) => {
    let outcome = await turn.outcome();
    while (outcome.status === 'suspended') {
      await approveAll(outcome.approvals);
      setting.onSuspension();
      outcome = await client.resume(outcome.runId)[mode]().outcome();
    }
    return outcome;
  };
  return { prompt: (record) => client.prompt(record).tools(setting.tools), outcomeOf, close: () => app.close() };
};
