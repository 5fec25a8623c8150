import { type FormEvent, useEffect, useId, useRef } from 'react';
import type { ListedApprovalBody } from 'toolgate/http/client';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { useArmed } from '../parts/use-armed.js';
import { useTexts } from '../texts/texts.js';
import { BulkItems } from './bulk-items.js';

/**
 * Asks once more before calls are approved whose effects may be permanent. The focus is on the question and not on its
 * button, and the button takes no click at first: a second Enter or a double click confirms nothing.
 */
export const BulkConfirm = ({
  items,
  count,
  onSend,
  onBack,
  onClose,
}: {
  /** The calls whose effects may be permanent. */
  readonly items: readonly ListedApprovalBody[];
  /** How many calls are approved together. */
  readonly count: number;
  readonly onSend: () => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}) => {
  const { bulk, decide } = useTexts();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const isArmed = useArmed();
  useEffect(() => form.current?.focus(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isArmed) onSend();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={decide.confirmTitle}
      actions={
        <>
          <Button type="submit" form={id} look="primary" aria-disabled={!isArmed || undefined}>
            {bulk.confirm.send(count)}
          </Button>
          <Button onClick={onBack}>{decide.back}</Button>
        </>
      }
    >
      <form ref={form} id={id} className="bulk" tabIndex={-1} aria-label={decide.confirmTitle} onSubmit={submit}>
        <p className="decision-warning">
          <Icon name="alert" />
          {bulk.confirm.text(items.length)}
        </p>
        <BulkItems items={items} />
      </form>
    </Dialog>
  );
};
