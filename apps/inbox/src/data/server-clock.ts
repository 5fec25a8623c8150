import { useEffect, useState } from 'react';

// The clock of the device may be wrong, so the page adds how much the server's differs.
let difference = 0;

/** Takes the time of the server from an answer. */
export const setServerTime = (now: string): void => {
  difference = Date.parse(now) - Date.now();
};

/** The time of the server, in milliseconds since 1970. */
export const serverNow = (): number => Date.now() + difference;

/** Returns the time of the server, and renders again at each step. */
export const useServerNow = (stepMs = 1000): number => {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), stepMs);
    return () => clearInterval(timer);
  }, [stepMs]);
  return now;
};
