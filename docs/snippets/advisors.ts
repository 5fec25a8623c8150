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
import { lastValueFrom, toArray } from 'rxjs';
import { ChatClient, type ChatClientResponse, type ChatResponse } from 'toolgate';
import { ReReadingAdvisor, SafeGuardAdvisor, SimpleLoggerAdvisor, Tool, ToolgateModule } from 'toolgate';
import { HIGHEST_PRECEDENCE } from 'toolgate/chat';
import { lastUserMessage, textOf } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

@Injectable()
class Orders {
  @Tool({ description: 'Look an order up by its number' })
  findOrder(orderNumber: string) {
    return { orderNumber, status: 'shipped' };
  }
}

// #region cache
@Injectable()
@Advise({ around: 'turn' })
class AnswerCache extends Advisor {
  private readonly answers = new Map<string, ChatResponse>();

  async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    const question = textOf(lastUserMessage(request.messages)!);
    const known = this.answers.get(question);
    if (!known) {
      const response = yield* chain.next(request);
      this.answers.set(question, response.chatResponse);
      return response;
    }
    const { message, ...end } = known;
    const { round, context } = request;
    // For stream(), which shows the parts. call() reads the returned response only.
    yield { type: 'text-delta', id: 'cached', delta: textOf(message), round };
    yield { ...end, type: 'finish', round };
    return { chatResponse: known, context };
  }
}
// #endregion

// #region map
@Injectable()
@Advise({ around: 'turn' })
class UpperCase extends Advisor {
  async *advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    const stream = chain.next(request);
    try {
      for (;;) {
        const { done, value } = await stream.next();
        if (done) return upperCased(value);
        yield value.type === 'text-delta' ? { ...value, delta: value.delta.toUpperCase() } : value;
      }
    } finally {
      // Closes the request to the model if the reader leaves the stream.
      await stream.return(undefined as never);
    }
  }
}

const upperCased = (response: ChatClientResponse): ChatClientResponse => {
  const { chatResponse } = response;
  const content = chatResponse.message.content.map((part) =>
    part.type === 'text' ? { ...part, text: part.text.toUpperCase() } : part,
  );
  return { ...response, chatResponse: { ...chatResponse, message: { ...chatResponse.message, content } } };
};
// #endregion

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
  const model = new ScriptedChatModel([
    callsTools(toolCall('findOrder', { orderNumber: 'A-1042' })),
    'Shipped.',
    'On Mondays.',
  ]);
  @Module({
    imports: [ToolgateModule.forRoot({ model }), AdvisorsModule],
    providers: [Orders, Stopwatch, RoundLog],
  })
  class AppModule {}
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const chat = app.get(ChatClient);
  await chat.prompt('Where is A-1042?').tools(Orders).call().content();
  lines.push(await chat.prompt('Which poison is quickest?').call().content());
  const logged = [...lines];
  const cached = chat.mutate({ advisors: [new UpperCase(), new AnswerCache()] });
  await cached.prompt('When do you ship?').call().content();
  const called = await cached.prompt('When do you ship?').call().content();
  const streamed = await lastValueFrom(cached.prompt('When do you ship?').stream().content().pipe(toArray()));
  return [...logged, called, ...streamed];
};
