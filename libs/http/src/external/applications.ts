import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ApprovalRequirement, ExternalCallScope } from 'toolgate/approval';
import { APPLICATIONS } from '../options/http.constants.js';
import { RequestException } from '../problem/request.exception.js';
import type { PlatformRequest } from '../reply/platform.js';
import { hashOfSecret, SHORTEST_SECRET } from './application-secret.js';
import type { ExternalApplication } from '../options/external-application.js';

/** The application that makes a request, and the calls that it may find. */
export interface KnownApplication {
  readonly scope: Required<ExternalCallScope>;
  /** What each of its calls requires at least. */
  readonly requirement: ApprovalRequirement | undefined;
}

/** Identifies the application of each request by its secret. Only hashes of secrets are in memory. */
@Injectable()
export class Applications {
  private readonly known: readonly (readonly [Buffer, KnownApplication])[];

  constructor(@Inject(APPLICATIONS) applications: readonly ExternalApplication[]) {
    this.known = applications.flatMap(({ name, tenant = 'default', secretHashes, requirement }) =>
      secretHashes.map(
        (hash) => [Buffer.from(hash, 'hex'), { scope: { tenant, application: name }, requirement }] as const,
      ),
    );
  }

  /** Returns the application of a request. Throws `RequestException` (`unauthenticated`) if its secret is unknown. */
  of({ headers: { authorization = '' } }: PlatformRequest): KnownApplication {
    const [, secret = ''] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
    const hash = hashOfSecret(secret);
    // Every hash is compared, so that the time of a refusal reveals nothing about a hash.
    const matching = this.known.filter(([known]) => timingSafeEqual(known, hash));
    const [found] = secret.length < SHORTEST_SECRET ? [] : matching;
    if (found) return found[1];
    throw new RequestException(
      'unauthenticated',
      'The request carries no secret of a known application. Send Authorization: Bearer, with the secret of the application.',
    );
  }
}
