import { NOTHING_OPEN } from '../address/address.js';
import { EmptyState } from '../parts/empty-state.js';
import { Link } from '../parts/link.js';
import { useTexts } from '../texts/texts.js';

/** What an address shows that names no page. */
export const UnknownPage = () => {
  const { app } = useTexts();
  return (
    <EmptyState title={app.unknown.title} text={app.unknown.text}>
      <Link className="button button-plain" to={{ ...NOTHING_OPEN, view: 'approvals' }}>
        {app.home}
      </Link>
    </EmptyState>
  );
};
