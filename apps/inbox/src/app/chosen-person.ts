import type { Settings } from '../data/settings.js';

const COOKIE = 'toolgate-person';

/** The person of a local machine as whom the page acts: that of the cookie, else the first one. */
export const chosenPerson = (people: NonNullable<Settings['people']>): string | undefined => {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${COOKIE}=`));
  return pair ? decodeURIComponent(pair.slice(COOKIE.length + 1)) : people[0]?.id;
};

/** Acts as another person of the local machine from the next request on. */
export const choosePerson = (id: string): void => {
  document.cookie = `${COOKIE}=${encodeURIComponent(id)}; path=/; SameSite=Strict`;
};
