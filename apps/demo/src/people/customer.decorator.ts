import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { personOf } from './person-of.js';

/** Who talks to the desk; `customer` where the request does not say. */
export const Customer = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => personOf(context) ?? 'customer',
);
