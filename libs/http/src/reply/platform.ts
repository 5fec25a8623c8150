import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/** What Express's `Request` and Fastify's `FastifyRequest` have in common. */
export interface PlatformRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly params?: Readonly<Record<string, string>>;
  /** The scheme and the host, as the application trusts its proxies. */
  readonly protocol: string;
  readonly host?: string;
  /** Node's request, of which Fastify's is a wrapper. */
  readonly raw?: IncomingMessage;
}

/** Returns the request that belongs to a response of Express or of Fastify. */
export const requestOf = (response: object): PlatformRequest => {
  const { request, req } = response as { readonly request?: PlatformRequest; readonly req?: PlatformRequest };
  return (request ?? req)!;
};

/** Returns Node's own request. */
export const rawRequest = (request: PlatformRequest): IncomingMessage =>
  request.raw ?? (request as PlatformRequest & IncomingMessage);

/** Returns Node's own response, of which Fastify's reply is a wrapper. */
export const rawResponse = (response: object): ServerResponse =>
  (response as { readonly raw?: ServerResponse }).raw ?? (response as ServerResponse);
