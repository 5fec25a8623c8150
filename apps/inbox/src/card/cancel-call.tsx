import { useState } from 'react';
import type { ApprovalBody, PrincipalBody } from 'toolgate/http/client';
import { useMe } from '../data/queries.js';
import { useTexts } from '../texts/texts.js';
import { CancelDialog } from './cancel-dialog.js';

/** Offers to cancel a waiting call or its run, to the people whom the server allows it. */
export const CancelCall = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { card } = useTexts();
  const { data: me } = useMe();
  const [isOpen, setOpen] = useState(false);
  if (approval.status !== 'PENDING' || !me || !mayCancel(approval, me)) return null;
  return (
    <li className="no-print">
      <button type="button" className="button-link" onClick={() => setOpen(true)}>
        {card.cancel.open}
      </button>
      {isOpen && <CancelDialog approval={approval} onClose={() => setOpen(false)} />}
    </li>
  );
};

const mayCancel = ({ requester, tenant }: ApprovalBody, me: PrincipalBody): boolean =>
  me.administrator || (requester === me.id && tenant === me.tenant);
