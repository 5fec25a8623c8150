import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { Tool, ToolParam } from 'toolgate';

export class Deposit {
  /** In cents. */
  @IsInt()
  amount?: number;

  @IsOptional()
  @IsString()
  note?: string;

  @IsNotEmpty()
  currency!: 'EUR' | 'USD';

  /** The comment of the code. */
  @ApiProperty({ description: 'What swagger states', required: true })
  payer?: string;
}

export class LateDeposit extends Deposit {
  /** In days. */
  @ToolParam()
  late?: number;
}

@Injectable()
export class Deposits {
  /** Takes a deposit. */
  @Tool({ requiresApproval: false })
  take(deposit: LateDeposit) {
    return [deposit.constructor.name, deposit.amount];
  }

  /** Gives a deposit back. */
  @Tool({ description: 'Return a deposit', requiresApproval: false })
  giveBack(deposit?: Deposit): number | string {
    return deposit?.amount ?? 'all';
  }
}

/** Never a tool of its own: it inherits what the plugin read. */
@Injectable()
export class CityDeposits extends Deposits {
  override giveBack(deposit?: Deposit): number | string {
    return deposit?.amount ?? 'all of the city';
  }
}
