import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, ToolgateModule } from 'toolgate';
import { SqlModule } from 'toolgate/sql';
import { ScriptedChatModel } from 'toolgate/testing';

const model = new ScriptedChatModel(['Nice to meet you, Ann.', 'You are Ann.']);

@Module({
  imports: [ToolgateModule.forRoot({ model, memory: true }), SqlModule.forRoot({ sqlite: { file: 'memory.db' } })],
})
class AppModule {}

const ask = async (question: string) => {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: ['error', 'warn'] });
  console.log(await app.get(ChatClient).prompt(question).conversation('ann').call().content());
  await app.close();
};

async function main() {
  await ask('I am Ann.');
  await ask('Who am I?');
  console.log(`The model received ${model.prompts[1]?.messages.length} messages.`);
}

void main();
