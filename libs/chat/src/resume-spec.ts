import type { Advisor } from './advisor.js';
import { CallResponseSpec } from './call-response-spec.js';
import type { ReadableTurn } from './running-turn.js';
import { StreamResponseSpec } from './stream-response-spec.js';
import type { TurnListener } from './turn-listener.js';

/** A run to go on with. Whoever reads it first does; others are given what becomes of it. */
export class ResumeSpec {
  constructor(private readonly start: (brought: readonly Advisor[], listener?: TurnListener) => ReadableTurn) {}

  /** The whole answer at once. Nothing is done before it is read. */
  call(): CallResponseSpec {
    return new CallResponseSpec((added) => this.start(added));
  }

  /** The answer as it is written, from where the run was suspended. Leaving it leaves the run alone. */
  stream(): StreamResponseSpec {
    return new StreamResponseSpec((listener, added) => this.start(added, listener));
  }
}
