import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  Advise,
  type AdvisedStream,
  Advisor,
  type AdvisorChain,
  ChatClient,
  type ChatClientRequest,
  Tool,
  ToolgateModule,
} from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

const lines: string[] = [];

@Injectable()
class Orders {
  @Tool({ description: 'Look an order up by its number' })
  findOrder(orderNumber: string) {
    return { orderNumber, status: 'shipped' };
  }
}

// #region advisor
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

export const run = async (): Promise<unknown> => {
  const model = new ScriptedChatModel([callsTools(toolCall('findOrder', { orderNumber: 'A-1042' })), 'Shipped.']);
  @Module({ imports: [ToolgateModule.forRoot({ model })], providers: [Orders, Stopwatch, RoundLog] })
  class AppModule {}
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  await app.get(ChatClient).prompt('Where is A-1042?').tools(Orders).call().content();
  return lines;
};
