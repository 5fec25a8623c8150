import { IsIn, IsString, Matches, MaxLength } from 'class-validator';
import { type Tenant, TENANTS } from '../orders/order.js';

const NOT_BLANK = /\S/;
const empty = { message: '$property should not be empty' };

/** The body of `POST /chat`. */
export class ChatRequestDto {
  @IsString()
  @Matches(NOT_BLANK, empty)
  @MaxLength(4000)
  readonly message!: string;

  @IsString()
  @Matches(NOT_BLANK, empty)
  readonly conversationId!: string;

  /** In the body because the demo has no login. An application reads it from the authenticated session. */
  @IsIn(TENANTS)
  readonly tenant!: Tenant;
}
