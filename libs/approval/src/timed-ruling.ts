import { isPromiseLike } from 'toolgate/tool';
import { decideCall, type Ruling } from './decide-call.js';

/** Rules on one call, and notes when that began and how long it took: what auditors are told. */
export const timedRuling = (...question: Parameters<typeof decideCall>): Ruling | Promise<Ruling> => {
  const startedAt = Date.now();
  const begun = performance.now();
  const timed = (ruling: Ruling): Ruling =>
    ruling.type === 'verdict' && ruling.outcome === 'bypassed'
      ? ruling
      : { startedAt, durationMs: performance.now() - begun, ...ruling };
  const ruling = decideCall(...question);
  return isPromiseLike(ruling) ? ruling.then(timed) : timed(ruling);
};
