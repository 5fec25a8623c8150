import { useDraft } from '../data/drafts.js';
import { Button } from '../parts/button.js';
import { TextArea } from '../parts/text-field.js';
import { useTexts } from '../texts/texts.js';
import { DecisionForm } from './decision-form.js';
import type { FormProps } from './use-decision.js';

/** Approves or rejects with a reason. */
export const ReasonForm = ({
  approval,
  decision,
  isBusy,
  onSend,
  onClose,
}: FormProps & { readonly decision: 'approve' | 'reject' }) => {
  const { decide } = useTexts();
  const [reason, setReason] = useDraft(approval.id, approval.revision, 'reason');
  const isReject = decision === 'reject';
  return (
    <DecisionForm
      label={decide[decision]}
      onClose={onClose}
      onSend={() => onSend({ decision, ...(reason.trim() && { reason: reason.trim() }) })}
      actions={
        <Button type="submit" look={isReject ? 'danger' : 'primary'} isBusy={isBusy}>
          {decide[decision]}
        </Button>
      }
    >
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
