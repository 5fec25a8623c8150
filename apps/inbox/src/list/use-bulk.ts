import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedApprovalBody } from 'toolgate/http/client';
import { useDoor } from '../data/door.js';
import { readSent, writeSent } from '../data/drafts.js';
import { newId } from '../data/new-id.js';
import { type KeptDecision, sendAll, type Sent } from './send-all.js';

export type BulkState =
  | { readonly type: 'asking' }
  | { readonly type: 'sending'; readonly sent: number; readonly count: number }
  | { readonly type: 'done'; readonly results: readonly Sent[] };

/** Sends decisions on several approvals. What had no answer is sent again with the same ids, so it counts once. */
export const useBulk = (
  decision: 'approve' | 'reject',
  items: readonly ListedApprovalBody[],
  owner: string,
  onDecided: (ids: readonly string[]) => void,
) => {
  const { client } = useDoor();
  const queries = useQueryClient();
  const [state, setState] = useState<BulkState>({ type: 'asking' });
  const [kept, setKept] = useState<readonly KeptDecision[]>([]);
  const send = async (decisions: readonly KeptDecision[], earlier: readonly Sent[]): Promise<void> => {
    for (const { id, revision, ...body } of decisions) writeSent({ ...body, revision }, id, owner, revision);
    setState({ type: 'sending', sent: 0, count: decisions.length });
    const progress = (sent: number): void => setState({ type: 'sending', sent, count: decisions.length });
    const results = [...earlier, ...(await sendAll(decisions, (group) => client.decideAll(group), progress))];
    const answered = new Set(results.filter(({ type }) => type !== 'unsent').map(({ id }) => id));
    for (const { id, revision } of decisions) if (answered.has(id)) writeSent(undefined, id, owner, revision);
    onDecided(results.filter(({ type }) => type === 'decided').map(({ id }) => id));
    setState({ type: 'done', results });
    void queries.invalidateQueries({ queryKey: ['approvals'] });
  };
  return {
    state,
    start: (reason: string): void => {
      const decisions = items.map((item) => decisionOn(item, owner, decision, reason));
      setKept(decisions);
      void send(decisions, []);
    },
    again: (results: readonly Sent[]): void => {
      const rest = new Set(results.filter(({ type }) => type === 'unsent').map(({ id }) => id));
      const decisions = kept.filter(({ id }) => rest.has(id));
      void send(
        decisions,
        results.filter(({ id }) => !rest.has(id)),
      );
    },
  };
};

/** What was sent before and had no answer may have arrived, so it is sent again as it was. */
const decisionOn = (
  { id, revision, argsHash }: ListedApprovalBody,
  owner: string,
  decision: 'approve' | 'reject',
  reason: string,
): KeptDecision => {
  const sent = readSent(id, owner, revision);
  if (sent?.decision === decision && sent.argsHash === argsHash && !sent.editedArguments) return { ...sent, id };
  return { id, revision, argsHash, decision, decisionId: newId(), ...(reason !== '' && { reason }) };
};
