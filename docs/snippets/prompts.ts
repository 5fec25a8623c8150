// #region defaults
import { Module } from '@nestjs/common';
import { ToolgateModule } from 'toolgate';
import { ScriptedChatModel } from 'toolgate/testing';

const model = new ScriptedChatModel(['1', '2', '3']);
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

@Module({
  imports: [
    ToolgateModule.forRoot({
      model,
      client: {
        system: {
          text: 'You work for {company}. Answer in {language}.',
          params: { company: 'Acme', language: 'English' },
        },
      },
    }),
  ],
})
class AppModule {}
// #endregion
import { Test } from '@nestjs/testing';
import { ChatClient } from 'toolgate';
import { PromptTemplate } from 'toolgate/chat';
import { filePart, textOf } from 'toolgate/model';

export const run = async (): Promise<unknown> => {
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const chat = app.get(ChatClient);
  // #region use
  await chat
    .prompt()
    .system({ params: { language: 'German' } })
    .user({ text: 'What is in {what}?', params: { what: 'this picture' }, files: [filePart(png, 'image/png')] })
    .call()
    .content();

  const list = new PromptTemplate('Sum up:\n{#orders}- {number}: {status}\n{/orders}');
  const orders = [
    { number: 'A-1', status: 'paid' },
    { number: 'A-2', status: 'shipped' },
  ];
  await chat.prompt().user({ text: list, params: { orders } }).call().content();

  await chat.prompt().system('Answer as {"status": …}').user('As it is: {no parameter}').call().content();
  // #endregion
  return model.prompts.map(({ messages }) => messages.map(textOf));
};
