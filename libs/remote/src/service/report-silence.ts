import { LineLogger } from 'toolgate/model';

/** Sends requests, and logs one line when the service stops answering, and one when it answers again. */
export const reportSilence = (send: typeof fetch, serviceUrl: string): typeof fetch => {
  const logger = new LineLogger('Toolgate');
  let isSilent = false;
  const note = (fails: boolean): void => {
    if (fails === isSilent) return;
    isSilent = fails;
    if (!fails) return logger.log(`The approval service ${serviceUrl} answers again.`);
    logger.warn(
      `The approval service ${serviceUrl} does not answer. Each request is sent again until the time of its call is over. Check serviceUrl, and that the service runs.`,
    );
  };
  return async (url, init) => {
    try {
      const response = await send(url, init);
      note(response.status >= 500);
      return response;
    } catch (error) {
      // An abort by the caller does not mean that the service is silent.
      if (!init?.signal?.aborted) note(true);
      throw error;
    }
  };
};
