import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ApprovalBody, ApprovalsProblem, type DecisionBody } from 'toolgate/http/client';
import { useDoor } from '../data/door.js';
import { removeDrafts, useDraftOwner, useSentDecision } from '../data/drafts.js';
import { mayPass } from '../data/may-pass.js';
import { newId } from '../data/new-id.js';

/** What a person decides, before it has an id. */
export type Choice = Omit<DecisionBody, 'decisionId' | 'revision' | 'argsHash'>;

/** The form that is open; empty: the buttons. */
export type DecisionForms = '' | 'approve' | 'reject' | 'edit' | 'respond';

/** What each form of a decision receives. */
export interface FormProps {
  readonly approval: ApprovalBody;
  readonly isBusy: boolean;
  readonly onSend: (choice: Choice) => void;
  readonly onClose: () => void;
}

/** Where a decision is. `unknown`: it was sent, and no answer has arrived. */
export type Sending =
  | { readonly type: 'none' }
  | { readonly type: 'sending'; readonly isSlow: boolean }
  | { readonly type: 'unknown' }
  | { readonly type: 'refused'; readonly problem: ApprovalsProblem }
  | { readonly type: 'done'; readonly choice: Choice; readonly approval: ApprovalBody };

const SLOW_MS = 2500;

// The server may have carried it out, although it answered with an error or not at all.
const isUnknown = ({ status }: ApprovalsProblem): boolean => mayPass(status);

/**
 * Sends decisions on the revision of an approval that the person has seen. A decision keeps its id in a draft until an
 * answer arrives, so a second click, a reload and a repeated send decide once.
 */
export const useDecision = (seen: ApprovalBody) => {
  const { client } = useDoor();
  const queries = useQueryClient();
  const { id, revision, argsHash } = seen;
  const owner = useDraftOwner();
  const [sent, setSent] = useSentDecision(id, revision);
  const [sending, setSending] = useState<Sending>({ type: 'none' });
  const isOnItsWay = useRef(false);

  const deliver = useCallback(
    async (body: DecisionBody): Promise<void> => {
      if (isOnItsWay.current) return;
      isOnItsWay.current = true;
      setSending({ type: 'sending', isSlow: false });
      setSent(body);
      try {
        const approval = await client.decide(id, body);
        setSent(undefined);
        removeDrafts(id, owner);
        setSending({ type: 'done', choice: body, approval });
      } catch (error) {
        // Another error is one of the page: it says nothing about the decision.
        const problem = error instanceof ApprovalsProblem && !isUnknown(error) ? error : undefined;
        if (problem) setSent(undefined);
        setSending(problem ? { type: 'refused', problem } : { type: 'unknown' });
      } finally {
        isOnItsWay.current = false;
        void queries.invalidateQueries({
          predicate: ({ queryKey: [room] }) => room === 'approvals' || room === 'runs',
        });
      }
    },
    [client, id, owner, queries, setSent],
  );

  useSlow(sending, setSending);
  return {
    /** After a reload, a decision without an answer is still in its draft. */
    sending: sending.type === 'none' && sent ? ({ type: 'unknown' } as const) : sending,
    send: (choice: Choice) => deliver({ ...choice, decisionId: newId(), revision, argsHash }),
    sendAgain: () => sent && deliver(sent),
    /** Forgets a decision whose outcome is unknown, so that the person can decide in another way. */
    forget: (): void => {
      setSent(undefined);
      setSending({ type: 'none' });
    },
  };
};

/** The decision of a person on its way to the server. */
export type Decision = ReturnType<typeof useDecision>;

const useSlow = (sending: Sending, setSending: (sending: Sending) => void): void => {
  const isNew = sending.type === 'sending' && !sending.isSlow;
  useEffect(() => {
    if (!isNew) return undefined;
    const timer = setTimeout(() => setSending({ type: 'sending', isSlow: true }), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isNew, setSending]);
};
