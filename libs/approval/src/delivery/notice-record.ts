import { isoTime, isoTimes } from '../records/iso-time.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { ApprovalNotice, NoticeDetails } from '../notices/notice.js';
import type { StoredNotice } from '../notices/stored-notice.js';
import { defined } from '#core';

/** Converts a stored notice to the one that a channel receives. */
export const noticeRecord = (stored: StoredNotice, inboxUrl: string | undefined): ApprovalNotice => {
  const { id, kind, at, tenant, run: runId, approval: approvalId, tool: toolName, expiresAt } = stored;
  const { description, status, revision, answeredBy } = stored;
  const link = inboxUrl === undefined ? undefined : linkTo(inboxUrl, stored);
  return {
    id,
    kind,
    at: isoTime(at),
    tenant,
    runId,
    ...defined({ approvalId, toolName, description, status, revision, answeredBy, link }),
    ...isoTimes({ expiresAt }),
  };
};

const linkTo = (inboxUrl: string, { run, approval }: StoredNotice): string => {
  const url = new URL(inboxUrl);
  if (approval !== undefined) url.searchParams.set('approval', approval);
  else url.searchParams.set('run', run);
  return url.href;
};

/** Returns what a notice may show of its approval; undefined if the content of the approval was removed. */
export const noticeDetails = (approval: StoredApproval, revision: number | undefined): NoticeDetails | undefined => {
  if (approval.contentRemovedAt !== undefined) return undefined;
  const { requester, requirement, reason, decidedBy, decisionReason } = approval;
  const input = approval.revision === revision ? approval.arguments : undefined;
  const { message } = requirement;
  return { requester: requester.id, ...defined({ arguments: input, message, reason, decidedBy, decisionReason }) };
};
