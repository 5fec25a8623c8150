import { useState } from 'react';
import type { ApprovalBody } from 'toolgate/http/client';
import { useDraft } from '../data/drafts.js';
import { useMe } from '../data/queries.js';
import { isShortcut } from '../data/shortcuts.js';
import { useKeyDown } from '../data/use-key-down.js';
import { Button } from '../parts/button.js';
import { Notice } from '../parts/notice.js';
import { whyNot } from '../present/requirement-words.js';
import { useTexts } from '../texts/texts.js';
import { AnswerForm } from './answer-form.js';
import { ConfirmForm } from './confirm-form.js';
import { EditForm } from './edit-form.js';
import { FirstStep } from './first-step.js';
import { ProblemNotice } from '../parts/problem-notice.js';
import { votesOf } from '../present/quorum.js';
import { ReasonForm } from './reason-form.js';
import { RespondForm } from './respond-form.js';
import type { Choice, Decision, DecisionForms } from './use-decision.js';

/** The buttons and forms of an approval that waits. */
export const OpenDecision = ({
  approval,
  decision,
}: {
  readonly approval: ApprovalBody;
  readonly decision: Decision;
}) => {
  const { decide, requirement } = useTexts();
  const { data: me } = useMe();
  const { sending } = decision;
  if (sending.type === 'unknown') return <UnknownOutcome decision={decision} />;
  const hasVoted = approval.votes.some(({ voter }) => voter === me?.id);
  if (hasVoted) return <Notice>{decide.voted(votesOf(approval).missing)}</Notice>;
  const reason = me && whyNot(approval, me, requirement);
  if (reason) return <Notice title={decide.mayNot}>{reason}</Notice>;
  return <Deciding approval={approval} decision={decision} />;
};

const Deciding = ({ approval, decision }: { readonly approval: ApprovalBody; readonly decision: Decision }) => {
  const { decide } = useTexts();
  const [form, setForm] = useDraft<DecisionForms>(approval.id, approval.revision, 'form');
  const [isConfirming, setConfirming] = useState(false);
  const { sending } = decision;
  const isBusy = sending.type === 'sending';
  const isSlow = sending.type === 'sending' && sending.isSlow;
  const isClient = approval.answeredBy === 'requester';
  const refused = sending.type === 'refused' ? sending.problem : undefined;
  const send = (choice: Choice): void => void decision.send(choice);
  const approve = (): void => (approval.hints?.destructive ? setConfirming(true) : send({ decision: 'approve' }));
  useKeys(approval, isBusy || isClient || isConfirming ? undefined : form, { onOpen: setForm, onApprove: approve });
  const shared = { approval, isBusy, onSend: send, onClose: () => setForm('') };
  return (
    <>
      {refused && <ProblemNotice error={refused} />}
      <p role="status" className={isSlow ? 'decision-slow' : 'hidden-visually'}>
        {isBusy && (isSlow ? decide.slow : decide.sending)}
      </p>
      {isClient && approval.question && form !== 'reject' ? (
        <AnswerForm {...shared} onDecline={() => setForm('reject')} />
      ) : isClient && !approval.question ? (
        <RespondForm {...shared} onClose={undefined} />
      ) : form === 'edit' ? (
        <EditForm {...shared} />
      ) : form === 'respond' ? (
        <RespondForm {...shared} />
      ) : form !== '' ? (
        <ReasonForm key={form} {...shared} decision={form} />
      ) : isConfirming ? (
        <ConfirmForm {...shared} onClose={() => setConfirming(false)} />
      ) : (
        <FirstStep {...shared} onApprove={approve} onOpen={setForm} />
      )}
    </>
  );
};

/** Whether the focus is in this card, on its row in the list, or nowhere. A key on another row is not for this card. */
const isForCard = ({ target }: KeyboardEvent, id: string): boolean =>
  !(target instanceof Element) ||
  target === document.body ||
  target.closest('#approval-detail') !== null ||
  target.closest(`#${CSS.escape(`approval-${id}`)}`) !== null;

/** `a`, `r` and `e` do what the buttons do, while no form is open. */
const useKeys = (
  { id, requirement }: ApprovalBody,
  form: DecisionForms | undefined,
  { onOpen, onApprove }: { readonly onOpen: (form: DecisionForms) => void; readonly onApprove: () => void },
): void =>
  useKeyDown((event) => {
    if (form !== '' || event.repeat || event.shiftKey || !isShortcut(event) || !isForCard(event, id)) return;
    const steps: Readonly<Record<string, () => void>> = {
      a: onApprove,
      r: () => onOpen('reject'),
      ...(requirement.allowEdit && { e: () => onOpen('edit') }),
    };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (!step) return;
    event.preventDefault();
    step();
  });

const UnknownOutcome = ({ decision }: { readonly decision: Decision }) => {
  const { unknown } = useTexts().decide;
  return (
    <Notice
      tone="warn"
      role="alert"
      title={unknown.title}
      actions={
        <>
          <Button look="primary" size="small" onClick={decision.sendAgain}>
            {unknown.again}
          </Button>
          <Button look="quiet" size="small" onClick={decision.forget}>
            {unknown.forget}
          </Button>
        </>
      }
    >
      {unknown.text}
    </Notice>
  );
};
