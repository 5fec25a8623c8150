import type { Settings } from '../data/settings.js';

const COOKIE = 'toolgate-person';

/** The person of a local machine as whom the page acts: that of the cookie if it can be read, else the first one. */
export const chosenPerson = (people: NonNullable<Settings['people']>): string | undefined => {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${COOKIE}=`));
  try {
    if (pair) return decodeURIComponent(pair.slice(COOKIE.length + 1));
  } catch {
    // Another application of this host may have written it.
  }
  return people[0]?.id;
};

/** Acts as another person of the local machine from the next request on. */
export const choosePerson = (id: string): void => {
  document.cookie = `${COOKIE}=${encodeURIComponent(id)}; path=/; SameSite=Strict`;
};
