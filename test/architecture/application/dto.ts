import { type CanActivate, Injectable, Module, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Type } from 'class-transformer';
import { IsDate, IsInt, Matches, Max } from 'class-validator';
import { ChatClient, Tool, ToolgateModule } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

class Refund {
  @Matches(/^A-\d+$/)
  orderNumber!: string;

  @IsInt()
  @Max(50)
  amount!: number;

  @Type(() => Date)
  @IsDate()
  due!: Date;

  inWords(): string {
    return `${this.amount} for ${this.orderNumber}, due in ${this.due.getUTCFullYear()}`;
  }
}

@Injectable()
class Guard implements CanActivate {
  canActivate(): boolean {
    console.log('The guard was asked.');
    return true;
  }
}

@Injectable()
@UseGuards(Guard)
class Refunds {
  @Tool({ description: 'Refund an order' })
  refund(request: Refund) {
    console.log(request.inWords());
  }
}

const refund = (amount: number) =>
  toolCall('refund', { request: { orderNumber: 'A-1', amount, due: '2026-05-01T00:00:00Z' } });
const model = new ScriptedChatModel([callsTools(refund(40)), callsTools(refund(80)), 'The second was too much.']);

@Module({ imports: [ToolgateModule.forRoot({ model })], providers: [Refunds] })
class AppModule {}

async function main() {
  const app = await NestFactory.createApplicationContext(AppModule, { logger: ['error', 'warn'] });
  console.log(await app.get(ChatClient).prompt('Refund A-1, twice').tools(Refunds).call().content());
  await app.close();
}

void main();
