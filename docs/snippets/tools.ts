// #region declare
import { Injectable } from '@nestjs/common';
import { IsEmail, IsOptional, IsPositive, Max } from 'class-validator';
import { Tool, ToolContext, ToolParam } from 'toolgate';
import { z } from 'zod';

enum Channel {
  Card = 'card',
  Voucher = 'voucher',
}

class RefundDto {
  @ToolParam({ description: 'Order number, such as A-1042' })
  orderNumber!: string;

  @IsPositive()
  @Max(500)
  amount!: number;

  @IsOptional()
  @IsEmail()
  receiptTo?: string;
}

@Injectable()
class Refunds {
  @Tool({ description: 'Look an order up by its number', requiresApproval: false })
  findOrder(@ToolParam({ description: 'Order number, such as A-1042' }) orderNumber: string) {
    return { orderNumber, amount: 40, paidAt: new Date('2026-05-01') };
  }

  @Tool({ description: 'Refund an order', requiresApproval: true })
  refund(
    request: RefundDto,
    @ToolParam({ enum: Channel }) channel: Channel,
    context: ToolContext<{ tenant: string }>,
  ): string {
    return `Refunded ${request.amount} by ${channel} for ${context.data.tenant}`;
  }

  @Tool({ description: 'Find orders', parameters: z.object({ text: z.string(), limit: z.int().max(50).default(10) }) })
  search({ text, limit }: { text: string; limit: number }) {
    return [`${limit} orders at most that say "${text}"`];
  }
}
// #endregion
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatClient, ToolgateModule } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

// #region provider
@Injectable()
class Weather {
  @Tool({
    description: 'The weather of a city',
    strict: true,
    inputExamples: [{ input: { city: 'Berlin' } }],
    providerOptions: { anthropic: { deferLoading: true } },
  })
  weather(city: string) {
    return `Sunny in ${city}`;
  }
}
// #endregion

@Module({ providers: [Refunds, Weather], exports: [Refunds, Weather] })
class RefundsModule {}

export const run = async (): Promise<unknown> => {
  const model = new ScriptedChatModel([
    callsTools(
      toolCall('refund', { request: { orderNumber: 'A-1042', amount: 40, note: 'x' }, channel: 'card' }),
      toolCall('refund', { request: { orderNumber: 'A-1042', amount: 900 }, channel: 'cash' }),
      toolCall('search', { text: 'lamp' }),
    ),
    'Done.',
  ]);
  const app = await Test.createTestingModule({ imports: [ToolgateModule.forRoot({ model }), RefundsModule] }).compile();
  const chat = app.get(ChatClient);
  // #region use
  await chat.prompt('Refund A-1042').tools(Refunds).toolContext({ tenant: 'acme' }).call().content();
  // #endregion
  await app.init();
  const results = model.prompts[1]!.messages.at(-1)!;
  return results.role === 'tool' && results.content.map(({ output, outcome }) => [outcome.type, output]);
};
