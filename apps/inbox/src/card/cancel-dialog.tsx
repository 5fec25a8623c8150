import { useState } from 'react';
import type { ApprovalBody } from 'toolgate/http/client';
import { useDoor } from '../data/door.js';
import { useRun } from '../data/queries.js';
import { useAction } from '../data/use-action.js';
import { Button } from '../parts/button.js';
import { Choices } from '../parts/choices.js';
import { Dialog } from '../parts/dialog.js';
import { ProblemNotice } from '../parts/problem-notice.js';
import { TextArea } from '../parts/text-field.js';
import { useToast } from '../parts/toast.js';
import { VisibleText } from '../parts/visible-text.js';
import { subjectLine } from '../present/subject.js';
import { useLanguage, useTexts } from '../texts/texts.js';

type Scope = 'call' | 'run';

const SCOPES: readonly Scope[] = ['call', 'run'];

/** Cancels one waiting call, or its whole run. It states first what each of them means. */
export const CancelDialog = ({
  approval,
  onClose,
}: {
  readonly approval: ApprovalBody;
  readonly onClose: () => void;
}) => {
  const { locale, texts } = useLanguage();
  const { cancel } = texts.card;
  const [scope, setScope] = useState<Scope>('call');
  const [reason, setReason] = useState('');
  const { send, isReady, isBusy, error } = useCancel(approval, scope, onClose);
  return (
    <Dialog
      isOpen
      onClose={() => isBusy || onClose()}
      title={cancel.title}
      description={<VisibleText text={subjectLine(approval, locale)} />}
      actions={
        <>
          <Button look="danger-solid" isBusy={isBusy} disabled={!isReady} onClick={() => send(reason.trim())}>
            {cancel.send[scope]}
          </Button>
          <Button onClick={onClose}>{texts.parts.close}</Button>
        </>
      }
    >
      {error !== undefined && <ProblemNotice error={error} />}
      <Choices
        label={cancel.scope}
        value={scope}
        choices={SCOPES.map((value) => ({ value, label: cancel.send[value], hint: cancel.hints[value] }))}
        onSelect={setScope}
      />
      <TextArea label={cancel.reason} hint={cancel.reasonHint} isOptional value={reason} onText={setReason} />
    </Dialog>
  );
};

const useCancel = ({ id, runId, version }: ApprovalBody, scope: Scope, onDone: () => void) => {
  const { done } = useTexts().card.cancel;
  const { client } = useDoor();
  const toast = useToast();
  const { act, ...state } = useAction();
  const { data: run } = useRun(runId);
  const send = async (reason: string): Promise<void> => {
    const why = reason === '' ? {} : { reason };
    const record = await act<object | undefined>(async () =>
      scope === 'call'
        ? client.cancel(id, { version, ...why })
        : run && client.runs.cancel(runId, { version: run.version, ...why }),
    );
    if (!record) return;
    toast({ text: done[scope] });
    onDone();
  };
  return { ...state, send, isReady: scope === 'call' || run !== undefined };
};
