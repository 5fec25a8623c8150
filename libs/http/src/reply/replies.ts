import { hash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { HttpStatus, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ProblemBody } from '../client/problem-body.js';
import { matchesTag } from './matches-tag.js';
import { requestOf } from './platform.js';

/** What a route returns. */
export interface Answer {
  readonly body: object;
  /** @default 200 */
  readonly status?: number;
  /** Properties of the body that change with each request, such as the time; the tag leaves them out. */
  readonly changing?: object;
}

/** Sends the answers of the door, in the same way on every platform. */
@Injectable()
export class Replies {
  constructor(private readonly host: HttpAdapterHost) {}

  /** Sends an answer, or 304 if the client has it already. */
  send(response: object, { body, status = HttpStatus.OK, changing }: Answer): void {
    const text = JSON.stringify(body);
    const tag = `"${hash('sha256', text, 'base64url')}"`;
    const { method, headers } = requestOf(response);
    this.setHeaders(response, { etag: tag });
    if ((method === 'GET' || method === 'HEAD') && matchesTag(headers['if-none-match'], tag)) {
      this.host.httpAdapter.reply(response, undefined, HttpStatus.NOT_MODIFIED);
      return;
    }
    const sent = changing ? JSON.stringify({ ...body, ...changing }) : text;
    this.setHeaders(response, { 'content-type': 'application/json; charset=utf-8' });
    this.host.httpAdapter.reply(response, sent, status);
  }

  /** Answers that there is nothing to send (204). */
  empty(response: object): void {
    this.setHeaders(response, {});
    this.host.httpAdapter.reply(response, undefined, HttpStatus.NO_CONTENT);
  }

  /** Sends problem details. If an answer has begun, it closes the connection. */
  problem(response: object, problem: ProblemBody): void {
    const { httpAdapter } = this.host;
    if (httpAdapter.isHeadersSent(response)) {
      httpAdapter.end(response);
      return;
    }
    this.setHeaders(response, { 'content-type': 'application/problem+json; charset=utf-8' });
    httpAdapter.reply(response, JSON.stringify(problem), problem.status);
  }

  /**
   * Lets the caller write the answer by itself: Nest and the platform send nothing more. Returns its headers, with those
   * that the application has set.
   */
  takeOver(response: object, headers: Readonly<Record<string, string>>): OutgoingHttpHeaders {
    for (const [name, value] of Object.entries(headers)) this.host.httpAdapter.setHeader(response, name, value);
    const { hijack, getHeaders } = response as FastifyReplyPart;
    hijack?.call(response);
    return hijack ? getHeaders.call(response) : {};
  }

  private setHeaders(response: object, headers: Readonly<Record<string, string>>): void {
    const all = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff', ...headers };
    for (const [name, value] of Object.entries(all)) this.host.httpAdapter.setHeader(response, name, value);
  }
}

/** The part of Fastify's reply that sends nothing more after it is called. */
interface FastifyReplyPart {
  readonly hijack?: () => void;
  readonly getHeaders: () => OutgoingHttpHeaders;
}
