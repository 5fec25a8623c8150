import { createParamDecorator, type ExecutionContext, UnauthorizedException } from '@nestjs/common';
import { personOf } from './person-of.js';

/** Who decides: nobody does without saying who they are. */
export const Decider = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const person = personOf(context);
  if (person === undefined) throw new UnauthorizedException('Say who decides, in the header x-user.');
  return person;
});
