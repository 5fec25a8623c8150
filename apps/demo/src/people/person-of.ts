import type { ExecutionContext } from '@nestjs/common';

interface NamedRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Who sends a request, by its header `x-user`: only because the demo has no login. An application asks its session. */
export const personOf = (context: ExecutionContext): string | undefined => {
  const { 'x-user': user } = context.switchToHttp().getRequest<NamedRequest>().headers;
  return String(user ?? '').trim() || undefined;
};
