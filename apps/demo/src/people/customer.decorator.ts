import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { personOf } from './person-of.js';

/** The user that the header `x-user` names; `customer` without the header. */
export const Customer = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => personOf(context) ?? 'customer',
);
