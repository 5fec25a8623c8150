const MOST_HOURS = 168;

/** Throws `TypeError` unless a number of hours is from 1 to 168. */
export const assertStatsHours = (hours: number): void => {
  if (Number.isInteger(hours) && hours >= 1 && hours <= MOST_HOURS) return;
  throw new TypeError(`Invalid query: "hours" must be a whole number from 1 to ${MOST_HOURS}.`);
};
