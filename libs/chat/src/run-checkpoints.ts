import { SEAM } from 'toolgate/model';

/** The socket for what keeps a turn that waits for a person. Nothing plugs into it yet. */
export abstract class RunCheckpoints {
  static readonly [SEAM]: string = 'RunCheckpoints';
}
