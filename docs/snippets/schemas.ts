// #region dto
import { Injectable } from '@nestjs/common';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsArray, IsEnum, IsInt, IsOptional, Max, Min, ValidateNested } from 'class-validator';
import { Tool, ToolParam, Tools } from 'toolgate';

enum Priority {
  Low = 'low',
  High = 'high',
}

@ApiSchema({ description: 'One line of an order' })
class OrderLine {
  @ToolParam({ description: 'What is sold' })
  article!: string;

  @IsInt()
  @Min(1)
  @Max(99)
  count: number = 1;
}

class OrderDto {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => OrderLine)
  lines!: OrderLine[];

  @IsOptional()
  @IsEnum(Priority)
  priority?: Priority;

  @ApiProperty({ description: 'When it is wanted', example: '2026-05-01T09:00:00Z' })
  due!: Date;

  @ToolParam({ type: () => OrderDto, required: false, description: 'What it replaces' })
  replaces?: unknown;
}

@Tools({ prefix: 'orders_', tags: ['orders'], requiresApproval: true })
@Injectable()
class Orders {
  @Tool({ description: 'Order something' })
  place(
    order: OrderDto,
    @ToolParam({ items: String, enum: Priority, required: false }) alerts?: Priority[],
    @ToolParam({ mapOf: Number, required: false }) discounts?: Record<string, number>,
  ) {
    return [order, alerts, discounts];
  }

  @Tool({
    description: 'Search for orders',
    requiresApproval: false,
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string' }, since: { type: 'string', format: 'date-time' } },
      required: ['text'],
    },
  })
  search(text: string, since?: Date) {
    return [text, since];
  }
}
// #endregion
import { inputSchemaOf, schemaOf, toolDefinitionOf } from 'toolgate/tool';

export const run = async (): Promise<unknown> => {
  // #region tell
  const place = inputSchemaOf(Orders, 'place');
  const search = toolDefinitionOf(Orders, 'search', { description: 'Search for old orders' });
  const line = schemaOf(OrderLine);
  // #endregion
  return search.name === 'orders_search' && line['type'] === 'object' && place;
};
