import type { ApprovalBody } from 'toolgate/http/client';
import { useMe } from '../data/queries.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { Kbd } from '../parts/kbd.js';
import { useTexts } from '../texts/texts.js';
import { nextVote } from '../present/quorum.js';
import { SubjectLine } from './subject-line.js';
import type { DecisionForms, FormProps } from './use-decision.js';
import { Warnings } from './warnings.js';

/** The buttons with which a decision begins. */
export const FirstStep = ({
  approval,
  isBusy,
  onApprove,
  onOpen,
}: Pick<FormProps, 'approval' | 'isBusy'> & {
  readonly onApprove: () => void;
  readonly onOpen: (form: DecisionForms) => void;
}) => {
  const { decide } = useTexts();
  return (
    <>
      <SubjectLine approval={approval} />
      <Warnings approval={approval} />
      <Quorum approval={approval} />
      <div className="decision-actions">
        <Button look="primary" isBusy={isBusy} onClick={onApprove}>
          <Icon name="check" />
          {decide.approve}
          <Kbd name="a" />
        </Button>
        <Button look="danger" disabled={isBusy} onClick={() => onOpen('reject')}>
          <Icon name="close" />
          {decide.reject}
          <Kbd name="r" />
        </Button>
        {approval.requirement.allowEdit && (
          <Button disabled={isBusy} onClick={() => onOpen('edit')}>
            <Icon name="edit" />
            {decide.edit}
            <Kbd name="e" />
          </Button>
        )}
        <span className="decision-more">
          <Button look="quiet" disabled={isBusy} onClick={() => onOpen('approve')}>
            {decide.addReason}
          </Button>
          <Button look="quiet" disabled={isBusy} onClick={() => onOpen('respond')}>
            {decide.answer}
          </Button>
        </span>
      </div>
    </>
  );
};

const Quorum = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { decide } = useTexts();
  const { data: me } = useMe();
  if (!me) return null;
  const { count, needed, missing } = nextVote(approval, me);
  if (needed < 2) return null;
  return <p className="decision-quorum">{missing > 0 ? decide.quorum(count, needed) : decide.lastOf(needed)}</p>;
};
