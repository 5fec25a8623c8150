import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedApprovalBody } from 'toolgate/http/client';
import { useDoor } from '../data/door.js';
import { type KeptDecision, newDecisionId, sendAll, type Sent } from './send-all.js';

export type BulkState =
  | { readonly type: 'asking' }
  | { readonly type: 'sending'; readonly sent: number; readonly count: number }
  | { readonly type: 'done'; readonly results: readonly Sent[] };

/** Sends decisions on several approvals. What had no answer is sent again with the same ids, so it counts once. */
export const useBulk = (
  decision: 'approve' | 'reject',
  items: readonly ListedApprovalBody[],
  onDecided: (ids: readonly string[]) => void,
) => {
  const { client } = useDoor();
  const queries = useQueryClient();
  const [state, setState] = useState<BulkState>({ type: 'asking' });
  const [kept, setKept] = useState<readonly KeptDecision[]>([]);
  const send = async (decisions: readonly KeptDecision[], earlier: readonly Sent[]): Promise<void> => {
    setState({ type: 'sending', sent: 0, count: decisions.length });
    const progress = (sent: number): void => setState({ type: 'sending', sent, count: decisions.length });
    const results = [...earlier, ...(await sendAll(decisions, (group) => client.decideAll(group), progress))];
    onDecided(results.filter(({ type }) => type === 'decided').map(({ id }) => id));
    setState({ type: 'done', results });
    void queries.invalidateQueries({ queryKey: ['approvals'] });
  };
  return {
    state,
    start: (reason: string): void => {
      const decisions = items.map(({ id, revision, argsHash }) => ({
        id,
        revision,
        argsHash,
        decision,
        decisionId: newDecisionId(),
        ...(reason !== '' && { reason }),
      }));
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
