import { instanceRemedy } from '#core';
import { Advisor } from '../../contract/advisor.js';
import { EntityAdvisor } from '../../structured-output/entity-request.js';
import type { AdvisorParams } from '../chat-client-record.js';
import { isRecord, type Place, throwInvalid } from './invalid-value.js';

const INSTANCE = 'Pass an instance of a class that extends Advisor.';

/** Returns a list of advisors. Throws `ChatClientException` for anything else. */
export const checkAdvisors = (place: Place, given: readonly Advisor[]): readonly Advisor[] => {
  if (!Array.isArray(given)) return throwInvalid(place('advisors'), given, 'Pass a list of advisors.');
  given.forEach((advisor, index) => checkAdvisor(place(`advisors[${index}]`), advisor));
  return given;
};

/** Returns the entity of another prompt. Throws `ChatClientException` for anything else. */
export const checkEntity = (place: Place, given: Advisor): Advisor =>
  given instanceof EntityAdvisor ? given : throwInvalid(place('entity'), given, 'Call entity(source) of the prompt.');

/** Returns parameters of advisors. Throws `ChatClientException` for anything else. */
export const checkAdvisorParams = (place: string, given: AdvisorParams): AdvisorParams =>
  isRecord(given) && !('advise' in given)
    ? given
    : throwInvalid(place, given, classRemedy(given) ?? `${INSTANCE} Or pass an object with parameters of advisors.`);

const checkAdvisor = (place: string, advisor: unknown): void => {
  if (!(advisor instanceof Advisor)) throwInvalid(place, advisor, classRemedy(advisor) ?? INSTANCE);
};

const classRemedy = (given: unknown): string | undefined =>
  typeof given === 'function' && given.prototype instanceof Advisor ? instanceRemedy(given) : undefined;
