const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const SECONDS = /^\d+(?:\.\d+)?$/;
const WITH_UNITS = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/;
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g;

/**
 * Returns a duration in whole milliseconds; undefined for anything else. Numbers, and strings without units, are seconds.
 */
export const readDuration = (given: unknown): number | undefined => {
  const ms = millisecondsOf(given);
  // The timer of a signal accepts whole milliseconds only.
  return ms === undefined ? undefined : Math.round(ms);
};

const millisecondsOf = (given: unknown): number | undefined => {
  if (typeof given === 'number') return Number.isFinite(given) ? given * 1000 : undefined;
  if (typeof given !== 'string') return undefined;
  const text = given.trim();
  if (SECONDS.test(text)) return Number(text) * 1000;
  if (!WITH_UNITS.test(text)) return undefined;
  return [...text.matchAll(PART)].reduce((sum, [, amount, unit]) => sum + Number(amount) * UNITS_MS[unit!]!, 0);
};
