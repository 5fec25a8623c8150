import { isoTime } from '../records/iso-time.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { ApprovalNotice, NoticeDetails } from '../notices/notice.js';
import type { StoredNotice } from '../notices/stored-notice.js';

/** Converts a stored notice to the one that a channel receives. */
export const noticeRecord = (stored: StoredNotice, inboxUrl: string | undefined): ApprovalNotice => {
  const {
    id,
    kind,
    at,
    tenant,
    run: runId,
    approval,
    tool,
    description,
    status,
    revision,
    expiresAt,
    answeredBy,
  } = stored;
  return {
    id,
    kind,
    at: isoTime(at),
    tenant,
    runId,
    ...(approval !== undefined && { approvalId: approval }),
    ...(tool !== undefined && { toolName: tool }),
    ...(description !== undefined && { description }),
    ...(status && { status }),
    ...(revision !== undefined && { revision }),
    ...(expiresAt !== undefined && { expiresAt: isoTime(expiresAt) }),
    ...(answeredBy && { answeredBy }),
    ...(inboxUrl !== undefined && { link: linkTo(inboxUrl, stored) }),
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
  return {
    requester: requester.id,
    ...(approval.revision === revision && { arguments: approval.arguments }),
    ...(requirement.message !== undefined && { message: requirement.message }),
    ...(reason !== undefined && { reason }),
    ...(decidedBy !== undefined && { decidedBy }),
    ...(decisionReason !== undefined && { decisionReason }),
  };
};
