import { useAddress } from '../address/use-address.js';
import { Card } from '../card/card.js';
import { useApprovals } from '../data/queries.js';
import { Link } from '../parts/link.js';
import { StatusBadge } from '../parts/status-badge.js';

/** The list of approvals, and the one that is open. */
export const ApprovalsPage = () => {
  const { approval } = useAddress();
  const { data } = useApprovals({ status: 'PENDING', limit: 500 });
  return (
    <div className="approvals">
      <ul>
        {data?.pages
          .flatMap(({ items }) => items)
          .map(({ id, toolName, requester, status }) => (
            <li key={id}>
              <Link to={{ approval: id }}>
                {toolName} {requester} <StatusBadge status={status} />
              </Link>
            </li>
          ))}
      </ul>
      {approval && <Card key={approval} id={approval} />}
    </div>
  );
};
