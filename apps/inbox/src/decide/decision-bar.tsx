import { type ReactNode, useRef } from 'react';
import type { ApprovalBody } from 'toolgate/http/client';
import { DraftOwner, ownerOf } from '../data/drafts.js';
import { useMe } from '../data/queries.js';
import { useTexts } from '../texts/texts.js';
import { OpenDecision } from './open-decision.js';
import { Outcome } from './outcome.js';
import { useKeptFocus } from './kept-focus.js';
import { StaleNotice } from './stale-notice.js';
import { useDecision } from './use-decision.js';
import { useSeen } from './use-seen.js';

/**
 * Decides an approval, or says why the person cannot. An approval that was decided before it was opened has no bar: the
 * card says what happened.
 */
export const DecisionBar = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { data: me } = useMe();
  if (!me) return null;
  const owner = ownerOf(me);
  return (
    <DraftOwner.Provider value={owner}>
      <PersonBar key={owner} approval={approval} />
    </DraftOwner.Provider>
  );
};

const PersonBar = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { seen, stale, readAgain } = useSeen(approval);
  const decision = useDecision(seen);
  const { sending } = decision;
  // A vote is not the end: others decide after it, and an edit makes it void.
  const isMine =
    sending.type === 'done' &&
    approval.revision <= sending.approval.revision &&
    (sending.approval.status !== 'PENDING' || approval.status === 'PENDING');
  if (isMine)
    return (
      <Bar>
        <Outcome choice={sending.choice} approval={sending.approval} />
      </Bar>
    );
  if (stale && sending.type !== 'sending') {
    // The sent decision was about the earlier state, so it is forgotten.
    const read = (): void => {
      decision.forget();
      readAgain();
    };
    return (
      <Bar>
        <StaleNotice approval={approval} stale={stale} onRead={read} />
      </Bar>
    );
  }
  if (seen.status !== 'PENDING') return null;
  return (
    <Bar>
      <OpenDecision approval={approval} decision={decision} />
    </Bar>
  );
};

const Bar = ({ children }: { readonly children: ReactNode }) => {
  const bar = useRef<HTMLElement>(null);
  const keep = useKeptFocus(bar);
  return (
    <section
      ref={bar}
      tabIndex={-1}
      onFocus={keep}
      className="decision-bar no-print"
      aria-label={useTexts().decide.title}
    >
      {children}
    </section>
  );
};
