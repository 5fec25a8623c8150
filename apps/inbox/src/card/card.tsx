import { useApproval } from '../data/queries.js';
import { DecisionBar } from '../decide/decision-bar.js';
import { Skeleton } from '../parts/skeleton.js';

/** One approval, with everything that a person needs in order to decide. */
export const Card = ({ id }: { readonly id: string }) => {
  const { data: approval } = useApproval(id);
  if (!approval) return <Skeleton lines={8} />;
  return (
    <article className="card">
      <h1>{approval.toolName}</h1>
      <pre>{JSON.stringify(approval.arguments, null, 2)}</pre>
      <DecisionBar approval={approval} />
    </article>
  );
};
