import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, Tool, ToolgateModule } from 'toolgate';
import { SimpleLoggerAdvisor } from 'toolgate/chat';
import { ScriptedChatModel } from 'toolgate/testing';

@Injectable()
class Orders {
  @Tool({ description: 'Find an order' })
  findOrder(orderNumber: string): string {
    return orderNumber;
  }
}

@Module({ imports: [ToolgateModule.forRoot({ model: new ScriptedChatModel(['Hello.']) })], providers: [Orders] })
class AppModule {}

async function main() {
  let printed = '';
  const write = process.stdout.write;
  process.stdout.write = (text: string | Uint8Array) => Boolean((printed += String(text)));
  // With Nest's own logger, at its usual levels.
  const app = await NestFactory.createApplicationContext(AppModule);
  await app.get(ChatClient).prompt('Hello').advisors(new SimpleLoggerAdvisor()).call().content();
  await app.close();
  process.stdout.write = write;
  console.log(
    `tools at start-up: ${printed.includes('Orders.findOrder')}, the prompt: ${printed.includes('SimpleLogger')}`,
  );
}

void main();
