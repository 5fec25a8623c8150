import type { Settings } from './settings.js';

/** Returns the header with the bearer token, which is read for each request because the application renews it. */
export const authorization = (token: Settings['token']): Record<string, string> => {
  const value = token && storedToken(token);
  return value ? { authorization: `Bearer ${value}` } : {};
};

// A browser may refuse to read its storage. The door then answers that the person is not signed in.
const storedToken = ({ storage, key }: NonNullable<Settings['token']>): string | null => {
  try {
    return (storage === 'local' ? localStorage : sessionStorage).getItem(key);
  } catch {
    return null;
  }
};
