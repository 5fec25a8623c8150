import { createParamDecorator, type ExecutionContext, UnauthorizedException } from '@nestjs/common';
import { personOf } from './person-of.js';

/** The approver of a request; a request without a user cannot decide. */
export const Decider = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const person = personOf(context);
  if (person === undefined) throw new UnauthorizedException('The approver is missing. Send the header x-user.');
  return person;
});
