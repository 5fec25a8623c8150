// #region service
import { Injectable } from '@nestjs/common';
import { lastValueFrom, toArray } from 'rxjs';
import { ChatClient, ChatTurnException, Tool } from 'toolgate';

@Injectable()
class Orders {
  @Tool({ description: 'Look an order up by its number' })
  findOrder(orderNumber: string) {
    return { orderNumber, status: 'shipped' };
  }
}

@Injectable()
class SupportDesk {
  constructor(private readonly chat: ChatClient) {}

  answer(question: string): Promise<string> {
    return this.chat.prompt(question).tools(Orders).call().content();
  }

  async stream(question: string): Promise<string[]> {
    const words = this.chat.prompt(question).tools(Orders).stream().content();
    return lastValueFrom(words.pipe(toArray()));
  }

  async events(question: string): Promise<string[]> {
    const types: string[] = [];
    for await (const part of this.chat.prompt(question).tools(Orders).stream()) types.push(part.type);
    return types;
  }

  async within(ms: number, question: string): Promise<string> {
    try {
      return await this.chat.prompt(question).tools(Orders).timeout(ms).call().content();
    } catch (error) {
      if (error instanceof ChatTurnException) return `left after ${error.transcript.length} messages`;
      throw error;
    }
  }
}
// #endregion
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { InjectChatClient, type Prompt, ToolgateModule } from 'toolgate';
import { textOf } from 'toolgate/model';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

@Injectable()
class Words {
  readonly greeting = 'You sell.';
}

@Module({ providers: [Words], exports: [Words] })
class WordsModule {}

// #region named
@Injectable()
class FrontDesk {
  constructor(
    @InjectChatClient('support') private readonly support: ChatClient,
    @InjectChatClient('sales') private readonly sales: ChatClient,
  ) {}

  async welcome(conversation: string): Promise<readonly string[]> {
    const clients = [this.support, this.sales];
    return Promise.all(clients.map((chat) => chat.prompt('Hi').conversation(conversation).call().content()));
  }
}

@Module({
  imports: [
    ToolgateModule.forFeature([
      { name: 'support', system: 'You support.', memory: true },
      {
        name: 'sales',
        imports: [WordsModule],
        inject: [Words],
        useFactory: (words: Words) => ({ system: words.greeting, memory: { maxMessages: 50 } }),
      },
    ]),
  ],
  providers: [FrontDesk],
})
class FrontDeskModule {}
// #endregion

const welcome = async (): Promise<readonly string[]> => {
  const answer = ({ messages }: Prompt): string => textOf(messages[0]!);
  const model = new ScriptedChatModel([answer, answer]);
  const imports = [ToolgateModule.forRoot({ model }), FrontDeskModule];
  const app = await Test.createTestingModule({ imports }).compile();
  return app.get(FrontDesk).welcome('ann');
};

export const run = async (): Promise<unknown> => {
  const finds = callsTools(toolCall('findOrder', { orderNumber: 'A-1042' }));
  const never = () => new Promise<never>(() => {});
  const model = new ScriptedChatModel([finds, 'It is on its way.', 'Hello there', finds, 'Shipped.', never], {
    chunkSize: 6,
  });
  // #region defaults
  @Module({
    imports: [ToolgateModule.forRoot({ model, client: { system: 'You work for Acme. Answer in one sentence.' } })],
    providers: [Orders, SupportDesk],
  })
  class AppModule {}
  // #endregion
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const desk = app.get(SupportDesk);
  return {
    answer: await desk.answer('Where is A-1042?'),
    stream: await desk.stream('Say hello'),
    events: await desk.events('Where is A-1042?'),
    within: await desk.within(5, 'Are you there?'),
    welcome: await welcome(),
  };
};
