import type { Settings } from '../data/settings.js';

const COOKIE = 'toolgate-person';

/** Returns the id of the person who decides on this page: the id in the cookie if it can be read, else that of the first person. */
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
