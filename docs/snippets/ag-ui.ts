// #region server
import { Controller, Delete, HttpCode, Injectable, Module, Param, Req } from '@nestjs/common';
import { ChatClient, Tool } from 'toolgate';
import { AgUi, type AgUiAgent, AgUiRun, ApprovalsHttpModule } from 'toolgate/http';

@Injectable()
class Refunds {
  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(orderNumber: string, amount: number) {
    return `Refunded ${amount} for ${orderNumber}`;
  }
}

@Controller('agent')
class AgentController {
  private readonly agent: AgUiAgent;

  constructor(
    client: ChatClient,
    private readonly agUi: AgUi,
  ) {
    this.agent = { client, prompt: (prompt) => prompt.tools(Refunds) };
  }

  @AgUiRun()
  run(@Req() request: object) {
    return this.agUi.run(request, this.agent);
  }

  @Delete(':thread')
  @HttpCode(204)
  abort(@Req() request: object, @Param('thread') thread: string) {
    return this.agUi.abort(request, thread, this.agent);
  }
}

@Module({
  imports: [ApprovalsHttpModule.forRoot()],
  controllers: [AgentController],
  providers: [Refunds],
})
class AgentModule {}
// #endregion

// #region client
import { HttpAgent, type ResumeEntry } from '@ag-ui/client';

const refundInChat = async (url: string, headers: Record<string, string>) => {
  const agent = new HttpAgent({ url, headers, threadId: 'thread-1' });
  agent.addMessage({ id: 'm-1', role: 'user', content: 'Refund order A-1, 70 euros' });
  await agent.runAgent();
  const shown = agent.pendingInterrupts.map(({ message, metadata }) => [message, metadata?.['toolgate'].arguments]);
  // The user presses a button for each interrupt.
  const resume = agent.pendingInterrupts.map(({ id }): ResumeEntry => ({
    interruptId: id,
    status: 'resolved',
    payload: { approved: true },
  }));
  await agent.runAgent({ resume });
  return { shown, messages: agent.messages.map(({ role, content }) => [role, content]) };
};
// #endregion

// #region again
const readAgain = async (url: string, headers: Record<string, string>) => {
  const agent = new HttpAgent({ url, headers, threadId: 'thread-2' });
  agent.addMessage({ id: 'm-1', role: 'user', content: 'How is the shop?' });
  // The page is closed in the middle of the answer.
  await agent.runAgent({}, { onTextMessageContentEvent: () => agent.abortRun() });
  await agent.runAgent();
  return agent.messages.at(-1)?.content;
};
// #endregion

// #region capabilities
import { Get } from '@nestjs/common';
import { agUiCapabilities } from 'toolgate/http';

@Controller('agent/capabilities')
class CapabilitiesController {
  @Get()
  capabilities() {
    return agUiCapabilities();
  }
}
// #endregion

// #region stream
import { RequestMethod, Sse } from '@nestjs/common';
import { agUiStream } from 'toolgate/http';

@Controller('reports')
class ReportsController {
  constructor(private readonly chat: ChatClient) {}

  @Sse(':id', { method: RequestMethod.POST })
  report() {
    return agUiStream(this.chat.prompt('Write the report').stream(), {
      threadId: 'reports',
      runId: crypto.randomUUID(),
    });
  }
}
// #endregion

import type { AddressInfo } from 'node:net';
import { Test } from '@nestjs/testing';
import { HumanApprovalStrategy, InMemoryApprovalStore, RequesterResolver, ToolgateModule } from 'toolgate';
import { type Principal, PrincipalResolver } from 'toolgate/http';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

class Requesters extends RequesterResolver {
  identify() {
    return { id: 'ann' };
  }

  rehydrate() {
    return { type: 'present' as const };
  }
}

class Sessions extends PrincipalResolver {
  principal({ headers }: { headers: Record<string, string | undefined> }): Principal | undefined {
    return headers['x-user'] === 'ann' ? { approver: { id: 'ann' } } : undefined;
  }
}

export const run = async (): Promise<unknown> => {
  const refund = callsTools(toolCall('refund', { orderNumber: 'A-1', amount: 70 }));
  const model = new ScriptedChatModel([refund, 'I refunded 70 euros.', 'The shop is well.', 'All is well.'], {
    chunkSize: 9,
    beforePart: () => new Promise((resolve) => setTimeout(resolve, 20)),
  });
  const approval = {
    strategy: new HumanApprovalStrategy(),
    store: new InMemoryApprovalStore(),
    requester: new Requesters(),
  };
  const tested = await Test.createTestingModule({
    imports: [ToolgateModule.forRoot({ model, approval }), AgentModule],
    controllers: [CapabilitiesController, ReportsController],
    providers: [{ provide: PrincipalResolver, useClass: Sessions }],
  }).compile();
  const app = tested.createNestApplication({ logger: false });
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  const origin = `http://127.0.0.1:${port}`;
  const chat = await refundInChat(`${origin}/agent`, { 'x-user': 'ann' });
  const again = await readAgain(`${origin}/agent`, { 'x-user': 'ann' });
  const capabilities = await fetch(`${origin}/agent/capabilities`);
  const { humanInTheLoop } = (await capabilities.json()) as { humanInTheLoop: object };
  const report = new HttpAgent({ url: `${origin}/reports/1` });
  await report.runAgent();
  await app.close();
  return { ...chat, again, humanInTheLoop, report: report.messages.map(({ content }) => content) };
};
