import { IsNumber, IsPositive, IsString } from 'class-validator';
import { ToolParam } from 'toolgate';

/** The input of a refund. */
export class RefundDto {
  @ToolParam({ description: 'Order number, such as A-1042' })
  @IsString()
  readonly orderNumber!: string;

  @ToolParam({ description: 'The amount to refund in euros, at most the paid amount' })
  @IsNumber({ maxDecimalPlaces: 2 })
  @IsPositive()
  readonly amount!: number;
}
