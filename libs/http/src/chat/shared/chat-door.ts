import { Inject, Injectable, Optional } from '@nestjs/common';
import { LiveTurns } from '#chat';
import { assertOrigin } from '../../exchange/assert-origin.js';
import { HTTP_OPTIONS } from '../../options/http.constants.js';
import type { ApprovalsHttpOptions } from '../../options/http-options.js';
import { type KnownPrincipal, Principals } from '../../principal/principals.js';
import type { PlatformRequest } from '../../reply/platform.js';

/** What all chats share: the person of each request, the check of its origin, and the end of their streams. */
@Injectable()
export class ChatDoor {
  constructor(
    private readonly principals: Principals,
    @Inject(HTTP_OPTIONS) private readonly options: ApprovalsHttpOptions,
    // Without ToolgateModule, the module's own error must stop start-up.
    @Optional() private readonly live?: LiveTurns,
  ) {}

  /** Calls back when the application stops, after the live turns of this process have ended. */
  onStop(end: () => Promise<void>): void {
    this.live?.onStop(end);
  }

  /** Returns the person. Throws `RequestException` if there is none, or if a page of another origin sent the request. */
  async person(request: PlatformRequest): Promise<KnownPrincipal> {
    assertOrigin(request, this.options.origins);
    return this.principals.of(request);
  }
}
