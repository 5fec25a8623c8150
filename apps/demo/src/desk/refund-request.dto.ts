import { IsIn, IsNumber, IsPositive } from 'class-validator';
import { type Tenant, TENANTS } from '../orders/order.js';

/** The body of `POST /orders/:number/refund`. */
export class RefundRequestDto {
  @IsNumber({ maxDecimalPlaces: 2 })
  @IsPositive()
  readonly amount!: number;

  /** In the body because the demo has no login. An application reads it from the authenticated session. */
  @IsIn(TENANTS)
  readonly tenant!: Tenant;
}
