import { ApprovalConflictException, type ApprovalService } from 'toolgate/approval';
import { causeOf } from 'toolgate/chat';
import { type ChatOwner, ownApproval } from './chat-owner.js';

/**
 * Returns a refusal of a message without the approvals of other people, who may share the chat: their arguments belong to
 * them. Returns any other error as it is.
 */
export const ownConflict = async (error: unknown, approvals: ApprovalService, owner: ChatOwner): Promise<unknown> => {
  const cause = causeOf(error);
  if (!(cause instanceof ApprovalConflictException)) return error;
  const { conversation, runIds, approvals: waiting } = cause;
  const areOwn = await Promise.all(
    waiting.map(({ id }) =>
      ownApproval(id, approvals, owner).then(
        () => true,
        () => false,
      ),
    ),
  );
  if (areOwn.every(Boolean)) return error;
  return new ApprovalConflictException(
    conversation,
    runIds,
    waiting.filter((_, index) => areOwn[index]),
  );
};
