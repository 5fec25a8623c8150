import type { Advisor } from '../contract/advisor.js';
import { CallResponseSpec } from './call-handle.js';
import type { ReadableTurn } from '../turn/readable-turn.js';
import { StreamResponseSpec } from './stream-handle.js';
import type { TurnListener } from '../turn/turn-listener.js';

/** A run to resume. One reader resumes it; every other reader receives its outcome. */
export class ResumeHandle {
  constructor(
    private readonly start: (addedAdvisors: readonly Advisor[], listener?: TurnListener) => ReadableTurn,
    readonly runId: string,
  ) {}

  /** Returns the whole answer at once. The run resumes when it is read. */
  call(): CallResponseSpec {
    return new CallResponseSpec((added) => this.start(added), this.runId);
  }

  /** Returns the answer as a stream, from where the run was suspended. Leaving the stream does not stop the run. */
  stream(): StreamResponseSpec {
    return new StreamResponseSpec(({ listener, added }) => this.start(added, listener), this.runId);
  }
}
