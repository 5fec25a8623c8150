import { useState } from 'react';
import type { PrincipalBody } from 'toolgate/http/client';
import { type BulkDialogProps, type BulkQuestion, useLater } from '../later/later.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { useTexts } from '../texts/texts.js';
import type { Ticks } from './use-ticks.js';

/** What can be done with the approvals that are selected. */
export const BulkBar = ({ ticks, me }: { readonly ticks: Ticks; readonly me: PrincipalBody | undefined }) => {
  const { bulk } = useTexts();
  const [question, setQuestion] = useState<BulkQuestion>();
  const { ticked, clear, untick } = ticks;
  // The dialog asks about what was selected when it was opened.
  const ask = (decision: BulkQuestion['decision']) => () => setQuestion({ decision, items: ticked });
  return (
    <>
      {ticked.length > 0 && (
        <div className="bulk-bar" role="region" aria-label={bulk.bar}>
          <p role="status">{bulk.ticked(ticked.length)}</p>
          <Button look="quiet" size="small" className="button-icon" aria-label={bulk.clear} onClick={clear}>
            <Icon name="close" />
          </Button>
          <Button look="primary" size="small" onClick={ask('approve')}>
            <Icon name="check" />
            {bulk.approve}
          </Button>
          <Button look="danger" size="small" onClick={ask('reject')}>
            <Icon name="close" />
            {bulk.reject}
          </Button>
        </div>
      )}
      {question && me && (
        <Question question={question} me={me} onDecided={untick} onClose={() => setQuestion(undefined)} />
      )}
    </>
  );
};

const Question = (props: BulkDialogProps) => {
  const Dialog = useLater()?.BulkDialog;
  return Dialog ? <Dialog {...props} /> : null;
};
