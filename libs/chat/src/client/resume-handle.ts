import type { Advisor } from '../contract/advisor.js';
import type { TurnListener } from '../contract/turn-listener.js';
import type { ReadableTurn } from '../turn/readable-turn.js';
import { CallResponseSpec } from './call-handle.js';
import { StreamResponseSpec, type StreamStarter } from './stream-handle.js';

/** Starts the turn of a run, and follows it. */
interface RunStarter extends Pick<StreamStarter, 'follow'> {
  start(addedAdvisors: readonly Advisor[], listener?: TurnListener): ReadableTurn;
}

/** A saved run to resume: `chat.resume(runId)`. One reader resumes it; every other reader receives its outcome. */
export class ResumeHandle {
  constructor(
    private readonly starter: RunStarter,
    readonly runId: string,
  ) {}

  /** Returns the whole answer at once. The run resumes when it is read. */
  call(): CallResponseSpec {
    return new CallResponseSpec((added) => this.starter.start(added), this.runId);
  }

  /**
   * Returns the answer as a stream, from where the run was suspended, even while another process resumes the run.
   * Leaving the stream does not stop the run.
   */
  stream(): StreamResponseSpec {
    const { starter, runId } = this;
    const { follow } = starter;
    return new StreamResponseSpec({ start: ({ added, listener }) => starter.start(added, listener), follow }, runId);
  }
}
