/** The answers that the page requested before its script was loaded, by their URL. */
export type EarlyAnswers = Map<string, Promise<Response>>;

declare global {
  var earlyAnswers: EarlyAnswers | undefined;
}

/** A `fetch` that returns an early answer to the first request that would repeat it. */
export const fetchOrTake: typeof fetch = (url, init) => {
  const early = init?.method === 'GET' && typeof url === 'string' ? globalThis.earlyAnswers : undefined;
  const answer = early?.get(String(url));
  early?.delete(String(url));
  return answer ?? fetch(url, init);
};

/** Forgets the early answers that no request took, because they are soon out of date. */
export const forgetEarly = (): void => globalThis.earlyAnswers?.clear();
