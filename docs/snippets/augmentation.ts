// #region declare
import { Injectable } from '@nestjs/common';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { Tool, ToolParam } from 'toolgate';
import { AugmentedArgumentConsumer, type AugmentedArgumentEvent, augmentTools } from 'toolgate/tool';

const log: unknown[] = [];

@Injectable()
class Orders {
  @Tool({ description: 'Find an order' })
  findOrder(orderNumber: string) {
    return `Order ${orderNumber}`;
  }
}

class Thought {
  @ToolParam({ description: 'Why this tool, in one sentence' })
  reason!: string;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(100)
  confidence?: number;
}

@Injectable()
class ThoughtLog extends AugmentedArgumentConsumer<Thought> {
  consume({ toolDefinition, arguments: { reason, confidence } }: AugmentedArgumentEvent<Thought>) {
    log.push([toolDefinition.name, reason, confidence]);
  }
}

const explained = augmentTools(Orders, { schema: Thought, consume: ThoughtLog });
// #endregion
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ChatClient, ToolgateModule } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

@Module({ providers: [Orders, ThoughtLog] })
class OrdersModule {}

export const run = async (): Promise<unknown> => {
  const input = { orderNumber: 'A-1', reason: 'The caller asked for it.', confidence: 90 };
  const model = new ScriptedChatModel([callsTools(toolCall('findOrder', input)), 'Here it is.']);
  const app = await Test.createTestingModule({ imports: [ToolgateModule.forRoot({ model }), OrdersModule] }).compile();
  const chat = app.get(ChatClient);
  // #region use
  await chat.prompt('Find A-1').tools(explained).call().content();
  // #endregion
  const schema = model.prompts[0]!.tools![0]!.inputSchema;
  return { asked: Object.keys(schema['properties'] as object), required: schema['required'], log };
};
