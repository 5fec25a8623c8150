import { describeError } from '#core';
import { LineLogger } from 'toolgate/model';
import { LATER } from './describe-failure.js';

/** The function that returns the headers of requests failed. */
export class HeadersException extends Error {
  override readonly name = 'HeadersException';
}

/** Sends requests, and logs one line when the service stops answering, and one when it answers again. */
export const reportSilence = (send: typeof fetch, serviceUrl: string): typeof fetch => {
  const logger = new LineLogger('Toolgate');
  let isSilent = false;
  const note = (failure?: unknown): void => {
    const fails = failure !== undefined;
    if (fails === isSilent) return;
    isSilent = fails;
    if (!fails) return logger.log(`The approval service ${serviceUrl} answers again.`);
    const isOurs = failure instanceof HeadersException;
    const why = typeof failure === 'number' ? failure : describeError(failure);
    const problem = isOurs
      ? `The headers for the approval service ${serviceUrl} could not be created: ${failure.message}.`
      : `The approval service ${serviceUrl} does not answer (${why}).`;
    const remedy = isOurs ? 'the function headers of RemoteToolApproval' : 'serviceUrl, and that the service runs';
    logger.warn(`${problem} Each request is sent again until the time of its call is over. Check ${remedy}.`);
  };
  return async (url, init) => {
    try {
      const response = await send(url, init);
      note(response.status >= 500 || LATER.has(response.status) ? response.status : undefined);
      return response;
    } catch (error) {
      // An abort by the caller does not mean that the service is silent.
      if (!init?.signal?.aborted) note(error);
      throw error;
    }
  };
};
