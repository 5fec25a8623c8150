import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, Tool, ToolgateModule } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';
import type { Guest } from './guest.js';

@Injectable()
class Bookings {
  /** Books rooms for guests. */
  @Tool({ requiresApproval: false })
  book(guests: Guest[], meal?: 'breakfast' | 'dinner') {
    console.log(`${guests.map((guest) => guest.inWords()).join()}; ${meal ?? 'no meal'}`);
  }
}

const guests = [{ name: 'Ann' }];
const model = new ScriptedChatModel([
  callsTools(toolCall('book', { guests })),
  callsTools(toolCall('book', { guests, meal: 'lunch' })),
  'There is no lunch.',
]);

@Module({ imports: [ToolgateModule.forRoot({ model })], providers: [Bookings] })
class AppModule {}

async function main() {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: ['error', 'warn'] });
  console.log(await app.get(ChatClient).prompt('Book for Ann').tools(Bookings).call().content());
  await app.close();
}

void main();
