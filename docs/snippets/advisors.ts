// #region advisor
import { Injectable } from '@nestjs/common';
import { Advise, type AdvisedStream, Advisor, type AdvisorChain, type ChatClientRequest } from 'toolgate';

const lines: string[] = [];

@Injectable()
@Advise({ around: 'turn' })
class Stopwatch extends Advisor {
  async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    lines.push('the turn begins');
    const response = yield* chain.next(request);
    lines.push(`the turn ended: ${response.chatResponse.finishReason.unified}`);
    return response;
  }
}

@Injectable()
@Advise({ around: 'round' })
class RoundLog extends Advisor {
  async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    const response = yield* chain.next(request);
    lines.push(`round ${request.round}: ${response.chatResponse.finishReason.unified}`);
    return response;
  }
}
// #endregion
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatClient, ReReadingAdvisor, SafeGuardAdvisor, SimpleLoggerAdvisor, Tool, ToolgateModule } from 'toolgate';
import { HIGHEST_PRECEDENCE } from 'toolgate/chat';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

@Injectable()
class Orders {
  @Tool({ description: 'Look an order up by its number' })
  findOrder(orderNumber: string) {
    return { orderNumber, status: 'shipped' };
  }
}

// #region ready-made
const guard = new SafeGuardAdvisor({
  words: ['poison', 'credit card'],
  failureText: 'Let us talk about something else.',
  order: HIGHEST_PRECEDENCE + 100,
});

@Module({
  providers: [SimpleLoggerAdvisor, ReReadingAdvisor, { provide: SafeGuardAdvisor, useValue: guard }],
})
class AdvisorsModule {}
// #endregion

export const run = async (): Promise<unknown> => {
  const model = new ScriptedChatModel([callsTools(toolCall('findOrder', { orderNumber: 'A-1042' })), 'Shipped.']);
  @Module({
    imports: [ToolgateModule.forRoot({ model }), AdvisorsModule],
    providers: [Orders, Stopwatch, RoundLog],
  })
  class AppModule {}
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const chat = app.get(ChatClient);
  await chat.prompt('Where is A-1042?').tools(Orders).call().content();
  lines.push(await chat.prompt('Which poison is quickest?').call().content());
  return lines;
};
