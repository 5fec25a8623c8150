import { useEffect, useState } from 'react';
import type { KnownCallBody, RunBody, RunSlotBody } from 'toolgate/http/client';
import { useDoor } from '../data/door.js';
import { useAction } from '../data/use-action.js';
import { ProblemNotice } from '../parts/problem-notice.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { useToast } from '../parts/toast.js';
import { labelOf } from '../present/field-labels.js';
import { useTexts } from '../texts/texts.js';
import { OutcomeFields } from './outcome-fields.js';
import { UnknownCall } from './unknown-call.js';
import { outcomeOf, outcomeProblem, type TypedOutcome } from './outcome-of.js';

const NOTHING_TYPED = { resultAs: 'text', result: '', message: '' } as const;

/**
 * Reports the outcome of a call that was started and whose process was lost. Closes after another person or the tool
 * reported it, because the next batch may have a call with the same index.
 */
export const SettleDialog = ({
  run,
  slot,
  onClose,
}: {
  readonly run: RunBody;
  readonly slot: RunSlotBody;
  readonly onClose: () => void;
}) => {
  const { settle } = useTexts().runs;
  const { client } = useDoor();
  const toast = useToast();
  const { act, isBusy, error } = useAction();
  const [typed, setTyped] = useState<TypedOutcome | undefined>();
  const [wasSent, setWasSent] = useState(false);
  const { id } = run;
  useOver(!isBusy && !isUnknownStill(run, slot), onClose);
  const problem = typed && outcomeProblem(typed);
  const send = async (): Promise<void> => {
    setWasSent(true);
    if (!typed || problem) return;
    if (!(await act(() => client.runs.reconcile(id, { ...reportedCall(slot), outcome: outcomeOf(typed) })))) return;
    toast({ text: settle.done, tone: 'good' });
    onClose();
  };
  const ask = async (): Promise<void> => {
    const after = await act(() => client.runs.reconcile(id));
    if (!after) return;
    const isKnown = !isUnknownStill(after, slot);
    toast(isKnown ? { text: settle.byTool, tone: 'good' } : { text: settle.asked });
    if (isKnown) onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={settle.title(labelOf(slot.toolName))}
      description={settle.text}
      actions={<Actions isBusy={isBusy} isReady={typed !== undefined} onAsk={ask} onSend={send} />}
    >
      {error !== undefined && <ProblemNotice error={error} />}
      <UnknownCall run={run} slot={slot} />
      <OutcomeFields
        typed={typed}
        problem={wasSent || typed?.result ? problem : undefined}
        onChange={(change) => setTyped({ ...NOTHING_TYPED, type: 'abandoned', ...typed, ...change })}
      />
    </Dialog>
  );
};

/** Closes the dialog when there is no outcome to report any more, and states why. */
const useOver = (isOver: boolean, onClose: () => void): void => {
  const { settle } = useTexts().runs;
  const toast = useToast();
  useEffect(() => {
    if (!isOver) return;
    toast({ text: settle.over });
    onClose();
  }, [isOver]);
};

const reportedCall = ({ index, idempotencyKey }: RunSlotBody): Pick<KnownCallBody, 'index' | 'idempotencyKey'> => ({
  index,
  ...(idempotencyKey !== undefined && { idempotencyKey }),
});

const isUnknownStill = ({ slots }: RunBody, { toolCallId, idempotencyKey }: RunSlotBody): boolean =>
  slots.some(
    (one) => one.state === 'unknown' && one.toolCallId === toolCallId && one.idempotencyKey === idempotencyKey,
  );

const Actions = ({
  isBusy,
  isReady,
  onAsk,
  onSend,
}: {
  readonly isBusy: boolean;
  readonly isReady: boolean;
  readonly onAsk: () => void;
  readonly onSend: () => void;
}) => {
  const { settle } = useTexts().runs;
  return (
    <>
      <span className="settle-ask">
        <Button isBusy={isBusy} onClick={onAsk}>
          {settle.ask}
        </Button>
        <small>{settle.askHint}</small>
      </span>
      <Button look="primary" isBusy={isBusy} disabled={!isReady} onClick={onSend}>
        {settle.send}
      </Button>
    </>
  );
};
