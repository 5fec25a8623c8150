import { useDraft } from '../data/drafts.js';
import { Button } from '../parts/button.js';
import { TextArea } from '../parts/text-field.js';
import { VisibleText } from '../parts/visible-text.js';
import { lineOf } from '../present/line-of.js';
import { useLanguage } from '../texts/texts.js';
import { DecisionForm } from './decision-form.js';
import { subjectLine } from '../present/subject.js';
import type { FormProps } from './use-decision.js';
import { Warnings } from './warnings.js';

/** Approves or rejects with a reason. */
export const ReasonForm = ({
  approval,
  decision,
  isBusy,
  onSend,
  onClose,
}: FormProps & { readonly decision: 'approve' | 'reject' }) => {
  const { locale, texts } = useLanguage();
  const { decide } = texts;
  const [reason, setReason] = useDraft(approval.id, approval.revision, 'reason');
  const isReject = decision === 'reject';
  const title = decide.titles[decision](subjectLine(approval, locale));
  return (
    <DecisionForm
      label={lineOf(title)}
      onClose={onClose}
      onSend={() => onSend({ decision, ...(reason.trim() && { reason: reason.trim() }) })}
      actions={
        <Button type="submit" look={isReject ? 'danger-solid' : 'primary'} isBusy={isBusy}>
          {decide[decision]}
        </Button>
      }
    >
      <h2 className="decision-title">
        <VisibleText text={title} />
      </h2>
      {!isReject && <Warnings approval={approval} />}
      <TextArea
        label={decide.reason}
        hint={isReject ? decide.rejectHint : decide.approveHint}
        isOptional
        value={reason}
        onText={setReason}
        maxLength={10_000}
      />
    </DecisionForm>
  );
};
