import { useQueryClient } from '@tanstack/react-query';
import type { ApprovalBody } from 'toolgate/http/client';
import { useDoor } from '../data/door.js';
import { Button } from '../parts/button.js';

/** Approves or rejects. */
export const DecisionBar = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { client } = useDoor();
  const queries = useQueryClient();
  const { id, revision, argsHash } = approval;
  const decide = (decision: 'approve' | 'reject') => async () => {
    await client.decide(id, { decision, revision, argsHash });
    await queries.invalidateQueries();
  };
  return (
    <footer className="decision-bar">
      <Button look="primary" onClick={decide('approve')}>
        Approve
      </Button>
      <Button onClick={decide('reject')}>Reject</Button>
    </footer>
  );
};
