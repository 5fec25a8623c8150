import type { ExecutionContext } from '@nestjs/common';

interface NamedRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Returns the user of a request, from its header `x-user`, because the demo has no login. Use your session instead. */
export const personOf = (context: ExecutionContext): string | undefined => {
  const { 'x-user': user } = context.switchToHttp().getRequest<NamedRequest>().headers;
  return String(user ?? '').trim() || undefined;
};
