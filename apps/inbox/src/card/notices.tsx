import { useMemo } from 'react';
import type { ApprovalBody } from 'toolgate/http/client';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { VisibleText } from '../parts/visible-text.js';
import { hiddenInRequest } from '../present/hidden-text.js';
import { useTexts } from '../texts/texts.js';
import { ToolDifference } from './tool-difference.js';
import { useSameRequest } from './use-same-request.js';

/** What a person must know before reading on: an altered record, a changed tool, a request that waits twice. */
export const Notices = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { card } = useTexts();
  const { damaged } = approval;
  return (
    <>
      {damaged !== undefined && (
        <Notice tone="bad" title={card.damaged.title}>
          {card.damaged.text}
        </Notice>
      )}
      <SameNotice approval={approval} />
      <AskedAgainNotice approval={approval} />
      <ToolChangedNotice approval={approval} />
    </>
  );
};

const AskedAgainNotice = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { askedAgain } = useTexts().card;
  const { toolChanges, status } = approval;
  const last = toolChanges?.at(-1);
  if (!last || status !== 'PENDING') return null;
  return (
    <Notice tone="warn" title={askedAgain}>
      <ToolDifference before={last} after={approval} />
    </Notice>
  );
};

const ToolChangedNotice = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { toolChanged: texts } = useTexts().card;
  const { toolChanged, presentTool, status } = approval;
  if (!toolChanged || status !== 'PENDING') return null;
  return (
    <Notice tone="warn" title={texts.title}>
      {texts.text}
      {presentTool && <ToolDifference before={approval} after={presentTool} />}
    </Notice>
  );
};

const SameNotice = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { same } = useTexts().card;
  const other = useSameRequest(approval);
  if (!other) return null;
  return (
    <Notice tone="warn" title={same.title}>
      <VisibleText text={same.text(other.requester)} />{' '}
      <Link className="no-print" to={{ approval: other.id }}>
        {same.open}
      </Link>
    </Notice>
  );
};

/** Stands before every text of the request, because such a text could claim to be a part of the page. */
export const HiddenNotice = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { hidden } = useTexts().card;
  const found = useMemo(() => hiddenInRequest(approval), [approval]);
  if (found.length === 0) return null;
  return (
    <Notice tone="bad" title={hidden.title}>
      <ul className="hidden-list">
        {found.map(({ kind, count, names }) => (
          <li key={kind}>
            {hidden[kind](count)} <span className="hidden-names">{names.join(', ')}</span>
          </li>
        ))}
      </ul>
      <p>{hidden.advice}</p>
    </Notice>
  );
};
