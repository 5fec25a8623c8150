import { useMemo } from 'react';
import type { ApprovalBody } from 'toolgate/http/client';
import { Notice } from '../parts/notice.js';
import { hiddenTextIn } from '../present/hidden-text.js';
import { useTexts } from '../texts/texts.js';

/** What a person must know before reading on: an altered record, characters that mislead, a changed tool. */
export const Notices = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { card } = useTexts();
  const { damaged, toolChanged, status } = approval;
  return (
    <>
      {damaged !== undefined && (
        <Notice tone="bad" title={card.damaged.title}>
          {card.damaged.text}
        </Notice>
      )}
      <HiddenNotice approval={approval} />
      {toolChanged && status === 'PENDING' && (
        <Notice tone="warn" title={card.toolChanged.title}>
          {card.toolChanged.text}
        </Notice>
      )}
    </>
  );
};

const HiddenNotice = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { hidden } = useTexts().card;
  const { arguments: args, toolName, requester, message = '' } = approval;
  const found = useMemo(
    () => hiddenTextIn([args ?? {}, toolName, requester, message]),
    [args, toolName, requester, message],
  );
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
