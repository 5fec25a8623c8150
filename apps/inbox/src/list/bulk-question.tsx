import { type FormEvent, type RefObject, useId, useState } from 'react';
import type { ListedApprovalBody } from 'toolgate/http/client';
import type { BulkDialogProps } from '../later/later.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { TextArea } from '../parts/text-field.js';
import { useTexts } from '../texts/texts.js';
import { BulkConfirm } from './bulk-confirm.js';
import { BulkPlan } from './bulk-plan.js';
import { isPermanent } from './standing.js';
import type { BulkState } from './use-bulk.js';

interface BulkQuestionProps extends BulkDialogProps {
  /** The calls that the person may decide. */
  readonly mine: readonly ListedApprovalBody[];
  readonly state: BulkState;
  readonly onSend: (reason: string) => void;
}

/** Asks whether to send several decisions, and once more if the effect of a call may be permanent. */
export const BulkQuestion = (props: BulkQuestionProps) => {
  const { question, mine, state, onSend } = props;
  const [isAsked, setAsked] = useState(false);
  const permanent = question.decision === 'approve' ? mine.filter(isPermanent) : [];
  if (!isAsked || state.type !== 'asking')
    return <FirstQuestion {...props} onSend={permanent.length > 0 ? () => setAsked(true) : onSend} />;
  return (
    <BulkConfirm
      items={permanent}
      count={mine.length}
      onSend={() => onSend('')}
      onBack={() => setAsked(false)}
      onClose={props.onClose}
    />
  );
};

const FirstQuestion = ({ question: { decision, items }, mine, me, state, onSend, onClose }: BulkQuestionProps) => {
  const { bulk } = useTexts();
  const form = useId();
  const isSending = state.type === 'sending';
  const title = mine.length === 0 ? bulk.title.nothing : bulk.title[decision](mine.length);
  return (
    <Dialog
      isOpen
      onClose={() => isSending || onClose()}
      title={title}
      actions={
        <Before form={form} look={LOOKS[decision]} count={mine.length} state={state} onClose={onClose}>
          {title}
        </Before>
      }
      initialFocus={firstFieldOf(form)}
    >
      <Asking
        id={form}
        decision={decision}
        items={items}
        mine={mine}
        me={me.id}
        onSend={isSending ? undefined : onSend}
      />
    </Dialog>
  );
};

const LOOKS = { approve: 'primary', reject: 'danger' } as const;

const Before = ({
  form,
  look,
  count,
  state,
  children,
  onClose,
}: {
  readonly form: string;
  readonly look: 'primary' | 'danger';
  readonly count: number;
  readonly state: BulkState;
  readonly children: string;
  readonly onClose: () => void;
}) => {
  const { bulk } = useTexts();
  const isSending = state.type === 'sending';
  return (
    <>
      {count > 0 && (
        <Button type="submit" form={form} look={look} disabled={isSending}>
          {isSending ? bulk.sending(state.sent, state.count) : children}
        </Button>
      )}
      {isSending || <Button onClick={onClose}>{bulk.cancel}</Button>}
    </>
  );
};

const Asking = ({
  id,
  onSend,
  ...plan
}: Parameters<typeof BulkPlan>[0] & {
  readonly id: string;
  /** Missing while it is sent. */
  readonly onSend: ((reason: string) => void) | undefined;
}) => {
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSend?.(reason.trim());
  };
  return (
    <form id={id} className="bulk" onSubmit={submit}>
      <BulkPlan {...plan} />
      {plan.decision === 'reject' && plan.mine.length > 0 && <Reason reason={reason} onReason={setReason} />}
    </form>
  );
};

/** The field of the reason, which exists only after the dialog was drawn. */
const firstFieldOf = (form: string): RefObject<HTMLElement | null> => ({
  get current() {
    return document.querySelector<HTMLElement>(`#${CSS.escape(form)} textarea`);
  },
});

const Reason = ({ reason, onReason }: { readonly reason: string; readonly onReason: (reason: string) => void }) => {
  const { bulk } = useTexts();
  return (
    <TextArea label={bulk.reason} hint={bulk.reasonHint} required maxLength={2000} value={reason} onText={onReason} />
  );
};
