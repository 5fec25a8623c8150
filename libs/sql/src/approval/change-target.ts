import type { WriteTarget } from './change-writes.js';
import type { Execute } from './run-writes.js';

/** The target of a change, and its transaction. */
export interface ChangeTarget extends WriteTarget {
  readonly execute: Execute;
}
