import type { ChatClientDefaults, ChatClientRecord, CheckedRecord } from '../chat-client-record.js';
import { checkAdvisorParams, checkAdvisors, checkEntity } from './check-advisors.js';
import { checkJsonRecord, checkPlainRecord } from './check-json-record.js';
import { checkResponse } from './check-response.js';
import { checkMessages } from './check-message.js';
import { checkNames } from './check-names.js';
import { checkOptions } from './check-options.js';
import { checkSources } from './check-sources.js';
import { checkConversation, checkPromptText, checkRegenerate, checkSignal, checkTimeout } from './check-scalars.js';
import { checkSystemText, checkUserText } from './check-text.js';
import { type Place, recordPlace } from './invalid-value.js';

/** Returns the value in its checked form. Throws `ChatClientException` if it has another type. */
type Check<Given, Checked> = (place: Place, given: Given) => Checked;

/** A check for each property of a record; a new property without a check does not compile. */
export type Checks<Given, Checked> = {
  readonly [Name in keyof Given & keyof Checked]-?: Check<NonNullable<Given[Name]>, Checked[Name]>;
};

/** The properties of a client's defaults. */
export const DEFAULTS: Checks<ChatClientDefaults, ChatClientDefaults> = {
  system: checkSystemText,
  user: checkUserText,
  tools: (place, given) => checkSources(place, 'tools', given),
  toolContext: (place, given) => checkJsonRecord(place, 'toolContext', given),
  options: checkOptions,
  advisors: checkAdvisors,
  advisorParams: (place, given) => checkAdvisorParams(place('advisorParams'), given),
  conversation: checkConversation,
  timeoutMs: (place, given) => checkTimeout(place('timeoutMs'), given),
  // Checked when they are merged with those of the application.
  limits: (_, given) => given,
};

/** The properties of a prompt. */
export const RECORD: Checks<ChatClientRecord & Pick<CheckedRecord, 'entity'>, CheckedRecord> = {
  ...DEFAULTS,
  messages: checkMessages,
  text: checkPromptText,
  // The values are checked when the turn copies them.
  toolContext: (place, given) => checkPlainRecord(place, 'toolContext', given),
  addedTools: (place, given) => checkSources(place, 'addedTools', given),
  transient: (place, given) => checkPlainRecord(place, 'transient', given),
  continueFrom: (place, given) => checkResponse(place('continueFrom'), given),
  regenerate: checkRegenerate,
  signal: checkSignal,
  // Only the `record` of a prompt has it.
  entity: checkEntity,
};

/**
 * Returns a record with each of its values checked, and short forms written out. Throws `ChatClientException` for an
 * unknown property, and for a value of another type.
 */
export const checkRecord = <Given extends object, Checked extends object>(
  owner: string,
  given: Given,
  checks: Checks<Given, Checked>,
): Checked => {
  const names = checkNames(() => owner, given, checks);
  const place = recordPlace(owner);
  const checked: Record<string, unknown> = {};
  for (const name of names) {
    const value: unknown = given[name as keyof Given];
    if (value !== undefined) checked[name] = checks[name as keyof Given & keyof Checked](place, value as never);
  }
  return checked as Checked;
};
