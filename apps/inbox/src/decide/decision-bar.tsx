import type { ReactNode } from 'react';
import type { ApprovalBody } from 'toolgate/http/client';
import { useTexts } from '../texts/texts.js';
import { OpenDecision } from './open-decision.js';
import { Outcome } from './outcome.js';
import { StaleNotice } from './stale-notice.js';
import { useDecision } from './use-decision.js';
import { useSeen } from './use-seen.js';

/**
 * Decides an approval, or says why the person cannot. An approval that was decided before it was opened has no bar: the
 * card says what happened.
 */
export const DecisionBar = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { seen, stale, readAgain } = useSeen(approval);
  const decision = useDecision(seen);
  const { sending } = decision;
  // A vote is not the end: others decide after it.
  const isMine = sending.type === 'done' && (sending.approval.status !== 'PENDING' || approval.status === 'PENDING');
  if (isMine)
    return (
      <Bar>
        <Outcome choice={sending.choice} approval={sending.approval} />
      </Bar>
    );
  if (stale && sending.type !== 'sending')
    return (
      <Bar>
        <StaleNotice approval={approval} stale={stale} onRead={readAgain} />
      </Bar>
    );
  if (seen.status !== 'PENDING') return null;
  return (
    <Bar>
      <OpenDecision approval={approval} decision={decision} />
    </Bar>
  );
};

const Bar = ({ children }: { readonly children: ReactNode }) => (
  <section className="decision-bar no-print" aria-label={useTexts().decide.title}>
    {children}
  </section>
);
