import {
  type Approval,
  ApprovalDecisionException,
  type ApprovalService,
  type Approver,
  type Run,
  RunNotFoundException,
} from 'toolgate/approval';
import { DEFAULT_TENANT } from '#core';

/** The person of a chat, and the conversation that the chat shows. */
export interface ChatOwner {
  readonly by: Approver;
  readonly conversation: string;
}

/** Returns a conversation that no other person can name: a client chooses the id of its chat. */
export const ownConversation = (by: Approver, chat: string): string =>
  [by.id, chat].map((part) => encodeURIComponent(part)).join('/');

/** Returns an approval of the chat. Throws as for one that does not exist if it belongs to another chat. */
export const ownApproval = async (id: string, approvals: ApprovalService, owner: ChatOwner): Promise<Approval> => {
  const approval = await approvals.get(id, owner.by);
  if (isOwn(approval, owner)) return approval;
  throw new ApprovalDecisionException('not-found', id);
};

/** Returns a run of the chat. Throws as for one that does not exist if it belongs to another chat. */
export const ownRun = async (id: string, { runs }: ApprovalService, owner: ChatOwner): Promise<Run> => {
  const run = await runs.get(id, owner.by);
  if (isOwn(run, owner)) return run;
  throw new RunNotFoundException(id);
};

/** Returns the run of the chat that waits or is being resumed; undefined if there is none. */
export const openRun = async ({ runs }: ApprovalService, { by, conversation }: ChatOwner): Promise<Run | undefined> => {
  const pages = await Promise.all(
    (['suspended', 'resuming'] as const).map((status) =>
      runs.list({ kind: 'turn', conversation, status, limit: 10 }, by),
    ),
  );
  return pages.flatMap(({ items }) => items).findLast((run) => isOwn(run, { by, conversation }));
};

const isOwn = (
  { requester, tenant, conversation }: Pick<Approval, 'requester' | 'tenant' | 'conversation'>,
  { by, ...owner }: ChatOwner,
): boolean => requester.id === by.id && tenant === (by.tenant ?? DEFAULT_TENANT) && conversation === owner.conversation;
