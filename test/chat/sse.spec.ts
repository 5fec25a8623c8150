import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Controller, type INestApplication, type MessageEvent, Module, Param, Sse } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { map, type Observable } from 'rxjs';
import { ChatClient, ToolgateModule } from 'toolgate';
import { ScriptedChatModel } from 'toolgate/testing';
import { deferred, keepLogs } from '../story.fixture.js';

@Controller('chat')
class ChatController {
  constructor(private readonly chat: ChatClient) {}

  @Sse(':question')
  answer(@Param('question') question: string): Observable<MessageEvent> {
    return this.chat
      .prompt(question)
      .stream()
      .content()
      .pipe(map((data) => ({ data })));
  }
}

let app: INestApplication;

const serve = async (model: ScriptedChatModel): Promise<string> => {
  @Module({ imports: [ToolgateModule.forRoot({ model })], controllers: [ChatController] })
  class AppModule {}
  const tested = await Test.createTestingModule({ imports: [AppModule] })
    .setLogger(keepLogs())
    .compile();
  app = tested.createNestApplication({ forceCloseConnections: true });
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  return `http://127.0.0.1:${port}/chat/hello`;
};

afterEach(() => app.close());

describe('an answer that @Sse() serves', () => {
  it('reaches the browser while the model is still writing', async () => {
    const browserSawSome = deferred();
    const beforePart = (_: unknown, index: number) => (index === 2 ? browserSawSome.promise : undefined);
    const response = await fetch(await serve(new ScriptedChatModel(['It is on its way.'], { beforePart })));
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes('data: s on')) browserSawSome.resolve();
    }
    const data = [...text.matchAll(/^data: (.*)$/gm)].map(([, piece]) => piece);
    expect(data).toEqual(['It i', 's on', ' its', ' way', '.']);
  });

  it('aborts the model when the browser disconnects', async () => {
    const aborted = deferred();
    const model = new ScriptedChatModel([
      (_, { signal }) =>
        new Promise<never>(() => {
          signal!.addEventListener('abort', () => aborted.resolve());
          connection.abort();
        }),
    ]);
    const connection = new AbortController();
    const url = await serve(model);
    await expect(fetch(url, connection).then((response) => response.text())).rejects.toMatchObject({
      name: 'AbortError',
    });
    await aborted.promise;
    expect(model.prompts).toHaveLength(1);
  });

  it('fails like any request if the model fails before its first part', async () => {
    const response = await fetch(await serve(new ScriptedChatModel([new Error('The model is out of order.')])));
    expect(response.status).toBe(500);
  });
});
