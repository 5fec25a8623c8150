import { useEffect, useState } from 'react';
import { ownerOf } from '../data/drafts.js';
import type { BulkDialogProps } from '../later/later.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { useToast } from '../parts/toast.js';
import type { Texts } from '../texts/en.js';
import { useTexts } from '../texts/texts.js';
import { BulkQuestion } from './bulk-question.js';
import { BulkResults } from './bulk-results.js';
import type { Sent } from './send-all.js';
import { hasVoted, mayDecideInBulk } from './standing.js';
import { useBulk } from './use-bulk.js';

/** States what several decisions will do, sends them, and shows the result of each. */
export const BulkDialog = (props: BulkDialogProps) => {
  const { question, me, onDecided, onClose } = props;
  const { decision, items } = question;
  const { bulk } = useTexts();
  const toast = useToast();
  // What may be decided is found out when the dialog opens; the server has the last word.
  const [mine] = useState(() =>
    items.filter((item) => mayDecideInBulk(item, me) && (decision === 'reject' || !hasVoted(item, me.id))),
  );
  const { state, start, again } = useBulk(decision, mine, ownerOf(me), onDecided);
  const results = state.type === 'done' ? state.results : undefined;
  const isDone = results?.every(({ type }) => type === 'decided') === true;
  useEffect(() => {
    if (!isDone) return;
    toast({ text: summaryOf(results ?? [], decision, bulk), tone: 'good' });
    onClose();
  }, [isDone]);
  if (isDone) return null;
  if (!results) return <BulkQuestion {...props} mine={mine} state={state} onSend={start} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={summaryOf(results, decision, bulk)}
      actions={<After results={results} again={again} onClose={onClose} />}
    >
      <BulkResults decision={decision} results={results} items={items} onOpen={onClose} />
    </Dialog>
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
