import { type FormEvent, type RefObject, useEffect, useId, useState } from 'react';
import type { ListedApprovalBody, PrincipalBody } from 'toolgate/http/client';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { TextArea } from '../parts/text-field.js';
import { useToast } from '../parts/toast.js';
import { useTexts } from '../texts/texts.js';
import { BulkPlan } from './bulk-plan.js';
import { BulkResults } from './bulk-results.js';
import type { Sent } from './send-all.js';
import { hasVoted, mayDecideInBulk } from './standing.js';
import { type BulkState, useBulk } from './use-bulk.js';

/** What a person is about to decide at once. */
export interface BulkQuestion {
  readonly decision: 'approve' | 'reject';
  readonly items: readonly ListedApprovalBody[];
}

interface BulkDialogProps {
  readonly question: BulkQuestion;
  readonly me: PrincipalBody;
  readonly onDecided: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Says what several decisions will do, sends them, and shows what became of each. */
export const BulkDialog = ({ question, me, onDecided, onClose }: BulkDialogProps) => {
  const { decision, items } = question;
  const { bulk } = useTexts();
  const toast = useToast();
  // What may be decided is found out when the dialog opens; the server has the last word.
  const [mine] = useState(() =>
    items.filter((item) => mayDecideInBulk(item, me) && (decision === 'reject' || !hasVoted(item, me.id))),
  );
  const { state, start, again } = useBulk(decision, mine, onDecided);
  const results = state.type === 'done' ? state.results : [];
  const isDone = state.type === 'done' && results.every(({ type }) => type === 'decided');
  useEffect(() => {
    if (!isDone) return;
    toast({ text: bulk.done[decision](results.length), tone: 'good' });
    onClose();
  }, [isDone]);
  if (isDone) return null;
  const title = mine.length === 0 ? bulk.title.nothing : bulk.title[decision](mine.length);
  if (state.type === 'done') {
    const decided = results.filter(({ type }) => type === 'decided').length;
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={bulk.title.results(decided, results.length)}
        actions={<After results={results} again={again} onClose={onClose} />}
      >
        <BulkResults results={results} items={items} onOpen={onClose} />
      </Dialog>
    );
  }
  return <Asking {...question} title={title} me={me.id} mine={mine} state={state} onSend={start} onClose={onClose} />;
};

const Asking = ({
  decision,
  items,
  title,
  me,
  mine,
  state,
  onSend,
  onClose,
}: BulkQuestion & {
  readonly title: string;
  readonly me: string;
  readonly mine: readonly ListedApprovalBody[];
  readonly state: Exclude<BulkState, { readonly type: 'done' }>;
  readonly onSend: (reason: string) => void;
  readonly onClose: () => void;
}) => {
  const { bulk } = useTexts();
  const form = useId();
  const [reason, setReason] = useState('');
  const isSending = state.type === 'sending';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isSending) onSend(reason.trim());
  };
  const actions = (
    <>
      {isSending || <Button onClick={onClose}>{bulk.cancel}</Button>}
      {mine.length > 0 && (
        <Button type="submit" form={form} look={decision === 'approve' ? 'primary' : 'danger'} disabled={isSending}>
          {isSending ? bulk.sending(state.sent, state.count) : title}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      isOpen
      onClose={() => isSending || onClose()}
      title={title}
      actions={actions}
      initialFocus={firstFieldOf(form)}
    >
      <form id={form} className="bulk" onSubmit={submit}>
        <BulkPlan decision={decision} items={items} mine={mine} me={me} />
        {decision === 'reject' && mine.length > 0 && <Reason reason={reason} onReason={setReason} />}
      </form>
    </Dialog>
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

const After = ({
  results,
  again,
  onClose,
}: {
  readonly results: readonly Sent[];
  readonly again: (results: readonly Sent[]) => void;
  readonly onClose: () => void;
}) => {
  const { bulk } = useTexts();
  return (
    <>
      <Button onClick={onClose}>{bulk.close}</Button>
      {results.some(({ type }) => type === 'unsent') && (
        <Button look="primary" onClick={() => again(results)}>
          {bulk.again}
        </Button>
      )}
    </>
  );
};
