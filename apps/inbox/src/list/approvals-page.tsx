import { useAddress } from '../address/use-address.js';
import { useMe } from '../data/queries.js';
import { Detail } from './detail.js';
import { ListPane } from './list-pane.js';

/** The list of approvals on the left, and the one that is open on the right; on a narrow page, one of them. */
export const ApprovalsPage = () => {
  const { approval } = useAddress();
  const { data: me } = useMe();
  return (
    <div className={approval ? 'approvals approvals-open' : 'approvals'}>
      <ListPane me={me} />
      <Detail id={approval} />
    </div>
  );
};
