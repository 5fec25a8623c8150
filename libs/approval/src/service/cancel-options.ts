import { isObject } from '#core';
import { type NamesOf, unknownName, withGetters } from '../validation/known-names.js';
import { reasonProblem, withoutBlankReason } from './reason-problem.js';

/** How an approval or a run is canceled. */
export interface CancelOptions {
  /** Why, in the person's own words. */
  readonly reason?: string;
  /** The version that the person has read. If the record has another one, it is not canceled. */
  readonly version?: number;
}

const NAMES: NamesOf<CancelOptions> = { reason: true, version: true };

/** Returns the options of a cancellation; a string is its reason, and a blank reason counts as none. */
export const readCancelOptions = (options: CancelOptions | string = {}): CancelOptions =>
  withoutBlankReason(typeof options === 'string' ? { reason: options } : withGetters(options, NAMES));

/** Returns what is wrong with the options of a cancellation, in half a sentence; undefined if they are valid. */
export const cancelProblem = (options: CancelOptions): string | undefined => {
  if (!isObject(options)) return 'reason is not a string';
  const unknown = unknownName(options, NAMES);
  if (unknown) return `property ${unknown}`;
  const { reason, version } = options;
  if (version !== undefined && !Number.isSafeInteger(version)) return 'version is not a whole number';
  return reasonProblem(reason);
};
