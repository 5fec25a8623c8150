import { type FormEvent, type RefObject, useEffect, useId, useState } from 'react';
import { ownerOf } from '../data/drafts.js';
import type { BulkDialogProps } from '../later/later.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { TextArea } from '../parts/text-field.js';
import { useToast } from '../parts/toast.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/texts.js';
import { BulkPlan } from './bulk-plan.js';
import { BulkResults } from './bulk-results.js';
import type { Sent } from './send-all.js';
import { hasVoted, mayDecideInBulk } from './standing.js';
import { type BulkState, useBulk } from './use-bulk.js';

/** Says what several decisions will do, sends them, and shows what became of each. */
export const BulkDialog = ({ question: { decision, items }, me, onDecided, onClose }: BulkDialogProps) => {
  const { bulk } = useTexts();
  const toast = useToast();
  // What may be decided is found out when the dialog opens; the server has the last word.
  const [mine] = useState(() =>
    items.filter((item) => mayDecideInBulk(item, me) && (decision === 'reject' || !hasVoted(item, me.id))),
  );
  const { state, start, again } = useBulk(decision, mine, ownerOf(me), onDecided);
  const form = useId();
  const results = state.type === 'done' ? state.results : undefined;
  const isDone = results?.every(({ type }) => type === 'decided') === true;
  useEffect(() => {
    if (!isDone) return;
    toast({ text: summaryOf(results ?? [], decision, bulk), tone: 'good' });
    onClose();
  }, [isDone]);
  if (isDone) return null;
  const isSending = state.type === 'sending';
  const question = mine.length === 0 ? bulk.title.nothing : bulk.title[decision](mine.length);
  return (
    <Dialog
      isOpen
      onClose={() => isSending || onClose()}
      title={results ? summaryOf(results, decision, bulk) : question}
      actions={
        results ? (
          <After results={results} again={again} onClose={onClose} />
        ) : (
          <Before form={form} look={LOOKS[decision]} count={mine.length} state={state} onClose={onClose}>
            {question}
          </Before>
        )
      }
      initialFocus={firstFieldOf(form)}
    >
      {results ? (
        <BulkResults decision={decision} results={results} items={items} onOpen={onClose} />
      ) : (
        <Asking
          id={form}
          decision={decision}
          items={items}
          mine={mine}
          me={me.id}
          onSend={isSending ? undefined : start}
        />
      )}
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

/** Counts what was decided, what waits for other people, and what was not decided. */
const summaryOf = (results: readonly Sent[], decision: 'approve' | 'reject', bulk: Texts['bulk']): string => {
  const decided = results.filter((result) => result.type === 'decided');
  const waiting = decided.filter(({ missing }) => missing !== undefined).length;
  const done = decided.length - waiting;
  const undecided = results.length - decided.length;
  return [
    done > 0 && bulk.done[decision](done),
    waiting > 0 && bulk.waiting(waiting),
    undecided > 0 && bulk.undecided(undecided),
  ]
    .filter(Boolean)
    .join(', ');
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
      {results.some(({ type }) => type === 'unsent') && (
        <Button look="primary" onClick={() => again(results)}>
          {bulk.again}
        </Button>
      )}
      <Button onClick={onClose}>{bulk.close}</Button>
    </>
  );
};
