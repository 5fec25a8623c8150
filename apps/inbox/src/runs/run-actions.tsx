import { useState } from 'react';
import type { RunBody } from 'toolgate/http/client';
import { useDoor } from '../data/door.js';
import { useAction } from '../data/use-action.js';
import { ProblemNotice } from '../parts/problem-notice.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { TextArea } from '../parts/text-field.js';
import { useToast } from '../parts/toast.js';
import { useTexts } from '../texts/texts.js';
import { hasUnknown } from './waits-for.js';

/** Resumes a run whose calls are all decided. */
export const ResumeRun = ({ run }: { readonly run: RunBody }) => {
  const { runs } = useTexts();
  const { client } = useDoor();
  const toast = useToast();
  const { act, isBusy, error } = useAction();
  if (run.status !== 'suspended' || run.settledAt === undefined || hasUnknown(run)) return null;
  return (
    <section className="run-actions no-print" aria-label={runs.actions}>
      {error !== undefined && <ProblemNotice error={error} />}
      <Button
        isBusy={isBusy}
        onClick={async () => {
          if (await act(() => client.runs.resume(run.id))) toast({ text: runs.resumeStarted, tone: 'good' });
        }}
      >
        <Icon name="play" />
        {runs.resume}
      </Button>
    </section>
  );
};

/** Cancels a run that has not ended. */
export const CancelRun = ({ run }: { readonly run: RunBody }) => {
  const { runs } = useTexts();
  const [isCanceling, setCanceling] = useState(false);
  if ((run.status !== 'suspended' && run.status !== 'resuming') || run.canceling) return null;
  return (
    <div className="run-actions no-print">
      <Button look="quiet" onClick={() => setCanceling(true)}>
        <Icon name="ban" />
        {runs.cancel}
      </Button>
      {isCanceling && <CancelDialog run={run} onClose={() => setCanceling(false)} />}
    </div>
  );
};

const CancelDialog = ({ run, onClose }: { readonly run: RunBody; readonly onClose: () => void }) => {
  const { runs, parts } = useTexts();
  const { client } = useDoor();
  const toast = useToast();
  const { act, isBusy, error } = useAction();
  const [reason, setReason] = useState('');
  // The version that the person read when the dialog opened; a newer one is a conflict, which is shown.
  const [version, setVersion] = useState(run.version);
  const send = async (): Promise<void> => {
    const request = { version, ...(reason.trim() && { reason: reason.trim() }) };
    if (!(await act(() => client.runs.cancel(run.id, request)))) return;
    toast({ text: runs.canceled });
    onClose();
  };
  const isStale = version !== run.version;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={runs.cancel}
      description={runs.cancelText}
      actions={
        <>
          <Button look="danger" isBusy={isBusy} onClick={send}>
            {runs.cancel}
          </Button>
          <Button onClick={onClose}>{parts.close}</Button>
        </>
      }
    >
      {error !== undefined && (
        <ProblemNotice
          error={error}
          actions={
            isStale && (
              <Button size="small" onClick={() => setVersion(run.version)}>
                {runs.readAgain}
              </Button>
            )
          }
        />
      )}
      <TextArea label={runs.cancelReason} hint={runs.cancelHint} isOptional value={reason} onText={setReason} />
    </Dialog>
  );
};
