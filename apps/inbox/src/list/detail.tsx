import { ApprovalsProblem } from 'toolgate/http/client';
import { NOTHING_OPEN } from '../address/address.js';
import { CardSkeleton } from '../card/card-skeleton.js';
import { useApproval } from '../data/queries.js';
import { useLater } from '../later/later.js';
import { EmptyState } from '../parts/empty-state.js';
import { ErrorBoundary } from '../parts/error-boundary.js';
import { Kbd } from '../parts/kbd.js';
import { Link } from '../parts/link.js';
import { useTexts } from '../texts/texts.js';
import { detailId } from './focus.js';

/** The approval that is open. */
export const Detail = ({ id }: { readonly id: string | undefined }) => {
  const { list } = useTexts();
  return (
    <section id={detailId} className="detail" tabIndex={-1} aria-label={list.card}>
      {id === undefined ? (
        <EmptyState title={list.empty.card.title} text={list.empty.card.text}>
          <Keys />
        </EmptyState>
      ) : (
        <ErrorBoundary key={id}>
          <Found id={id} />
        </ErrorBoundary>
      )}
    </section>
  );
};

const Keys = () => {
  const { keys } = useTexts();
  return (
    <p className="detail-keys" aria-hidden="true">
      <span>
        <Kbd name="j" />
        <Kbd name="k" />
        {keys.move}
      </span>
      <span>
        <Kbd name="↵" />
        {keys.enter}
      </span>
      <span>
        <Kbd name="?" />
        {keys.help}
      </span>
    </p>
  );
};

const Found = ({ id }: { readonly id: string }) => {
  const Card = useLater()?.Card;
  const { error, data } = useApproval(id);
  const { list } = useTexts();
  const isMissing = error instanceof ApprovalsProblem && (error.status === 404 || error.status === 400);
  if (!isMissing || data) return Card ? <Card id={id} /> : <CardSkeleton />;
  return (
    <EmptyState title={list.missing.title} text={list.missing.text}>
      <Link className="button button-plain" to={{ ...NOTHING_OPEN, view: 'approvals' }}>
        {list.missing.link}
      </Link>
    </EmptyState>
  );
};
