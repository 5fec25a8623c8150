// #region controller
import {
  Body,
  Controller,
  Injectable,
  type MessageEvent,
  RequestMethod,
  Sse,
  UsePipes,
  ValidationPipe,
} from '@nestjs/common';
import { IsString } from 'class-validator';
import { filter, map, type Observable } from 'rxjs';
import { ChatClient, Tool, ToolContext } from 'toolgate';

@Injectable()
class Orders {
  @Tool({ description: 'Find an order by its number' })
  findOrder(orderNumber: string, context: ToolContext) {
    context.progress('asking the warehouse');
    return `${orderNumber} is on its way`;
  }
}

class Question {
  @IsString()
  question!: string;
}

@Controller('chat')
@UsePipes(new ValidationPipe())
class ChatController {
  constructor(private readonly chat: ChatClient) {}

  @Sse('text', { method: RequestMethod.POST })
  text(@Body() { question }: Question): Observable<MessageEvent> {
    const words = this.chat.prompt(question).tools(Orders).stream().content();
    return words.pipe(map((data) => ({ data })));
  }

  @Sse('events', { method: RequestMethod.POST })
  events(@Body() { question }: Question): Observable<MessageEvent> {
    const parts = this.chat.prompt(question).tools(Orders).stream().events();
    return parts.pipe(
      filter(({ type }) => type !== 'tool-input-delta' && type !== 'finish'),
      map((part) => ({ type: part.type, data: part })),
    );
  }
}
// #endregion
import type { AddressInfo } from 'node:net';
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ToolgateModule } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

const model = new ScriptedChatModel([callsTools(toolCall('findOrder', { orderNumber: 'A-1' })), 'It is on its way.'], {
  chunkSize: 10,
});

@Module({
  imports: [ToolgateModule.forRoot({ model })],
  controllers: [ChatController],
  providers: [Orders],
})
class AppModule {}

export const run = async (): Promise<unknown> => {
  const tested = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const app = tested.createNestApplication({ logger: false });
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  const response = await fetch(`http://127.0.0.1:${port}/chat/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'Where is A-1?' }),
  });
  const text = await response.text();
  await app.close();
  return [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => {
    const { type, round, delta, value, outcome } = JSON.parse(json!) as Record<string, unknown>;
    return [round, type, delta ?? value ?? outcome].filter((entry) => entry !== undefined);
  });
};
