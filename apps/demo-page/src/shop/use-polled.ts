import { useEffect, useState } from 'react';

const EVERY_MS = 1000;

/** Reads JSON from the demo every second while the page is visible. The last answer stays while the server is away. */
export const usePolled = <T>(path: string): { readonly data: T | undefined; readonly isAway: boolean } => {
  const [state, setState] = useState<{ readonly data: T | undefined; readonly isAway: boolean }>({
    data: undefined,
    isAway: false,
  });
  useEffect(() => {
    const end = new AbortController();
    const read = async (): Promise<void> => {
      if (document.hidden) return;
      try {
        const answer = await fetch(path, { signal: end.signal });
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
        const text = await answer.text();
        setState((before) =>
          JSON.stringify(before.data) === text && !before.isAway ? before : { data: JSON.parse(text), isAway: false },
        );
      } catch {
        if (!end.signal.aborted) setState(({ data }) => ({ data, isAway: true }));
      }
    };
    void read();
    const timer = setInterval(() => void read(), EVERY_MS);
    return () => {
      clearInterval(timer);
      end.abort();
    };
  }, [path]);
  return state;
};
