import { type ReactNode, useMemo } from 'react';
import type { ApprovalBody } from 'toolgate/http/client';
import { Icon } from '../parts/icon.js';
import { hiddenInRequest } from '../present/hidden-text.js';
import { useTexts } from '../texts/texts.js';

/** What a person must know beside the button that approves, because the card above may be scrolled away. */
export const Warnings = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { decide } = useTexts();
  const hidden = useMemo(() => hiddenInRequest(approval).reduce((sum, { count }) => sum + count, 0), [approval]);
  return (
    <>
      {hidden > 0 && <Warning>{decide.hidden(hidden)}</Warning>}
      {approval.hints?.destructive && <Warning>{decide.permanent}</Warning>}
    </>
  );
};

const Warning = ({ children }: { readonly children: ReactNode }) => (
  <p className="decision-warning">
    <Icon name="alert" />
    {children}
  </p>
);
