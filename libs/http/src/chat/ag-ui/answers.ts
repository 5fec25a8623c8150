import { isObject, recordOf } from '#core';
import type { JsonValue } from 'toolgate/model';
import { refuseRequest } from '../../problem/request.exception.js';
import { readApprovalRef, type ShownApproval } from '../shared/approval-ref.js';
import { RUN } from './interrupt.js';

/** The answer of a client to one interrupt. */
export type AgUiAnswer =
  | {
      readonly type: 'answered' | 'cancelled';
      /** The revision that the client was shown. */
      readonly shown: ShownApproval;
      readonly interruptId: string;
      /** What the person answered; absent in a cancellation. */
      readonly payload?: JsonValue;
    }
  /** The client looks again at a run that no decision continues. */
  | { readonly type: 'look'; readonly runId: string };

/** The most answers that a request may contain. No batch has more calls. */
const MOST = 200;

/** Reads `resume`; none if it is absent. Throws `RequestException` (`bad-request`) if it is not of the protocol. */
export const readAnswers = (resume: JsonValue | undefined): readonly AgUiAnswer[] => {
  if (resume === undefined) return [];
  if (!Array.isArray(resume) || resume.length > MOST) {
    return refuseRequest(`"resume" is not a list of at most ${MOST} answers. Send one for each interrupt.`);
  }
  const answers = resume.map(answerOf);
  const ids = new Set(resume.map((entry) => recordOf(entry)['interruptId']));
  if (ids.size < resume.length) return refuseRequest('"resume" answers an interrupt twice. Send one answer for each.');
  return answers;
};

const answerOf = (entry: JsonValue): AgUiAnswer => {
  if (!isObject(entry)) return refuseRequest('An entry of "resume" is not an object.');
  const { interruptId, status, payload } = entry;
  if (status !== 'resolved' && status !== 'cancelled') {
    return refuseRequest('The status of an entry of "resume" is neither "resolved" nor "cancelled".');
  }
  const id = typeof interruptId === 'string' ? interruptId : '';
  const [, runId] = RUN.exec(id) ?? [];
  if (runId !== undefined) return { type: 'look', runId };
  const shown = readApprovalRef(id);
  if (!shown)
    return refuseRequest(
      'An interruptId of "resume" is not one of this server. Send the id of the interrupt unchanged.',
    );
  if (status === 'cancelled') return { type: 'cancelled', shown, interruptId: id };
  return { type: 'answered', shown, interruptId: id, ...(payload !== undefined && { payload }) };
};
