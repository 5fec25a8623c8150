import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../parts/button.js';
import { useTexts } from '../texts/texts.js';

/** A form of the decision bar. Escape closes it and keeps what was typed; Ctrl or Cmd with Enter sends it. */
export const DecisionForm = ({
  label,
  onSend,
  onClose,
  actions,
  back,
  children,
}: {
  readonly label: string;
  readonly onSend: () => void;
  /** Absent if there is nothing to go back to. */
  readonly onClose: (() => void) | undefined;
  readonly actions: ReactNode;
  /** The button that closes the form. */
  readonly back?: string;
  readonly children: ReactNode;
}) => {
  const { decide } = useTexts();
  const form = useRef<HTMLFormElement>(null);
  // A form that the person opened takes the focus. One that is there from the start does not.
  useEffect(() => {
    const { current } = form;
    if (onClose) (current?.querySelector<HTMLElement>('textarea, select, input:not([type=radio])') ?? current)?.focus();
  }, []);
  return (
    <form
      ref={form}
      tabIndex={-1}
      className="decision-form"
      aria-label={label}
      noValidate
      onKeyDown={(event) => hear(event, onClose)}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      {children}
      <div className="decision-actions">
        {actions}
        {onClose && (
          <Button look="quiet" onClick={onClose}>
            {back ?? decide.back}
          </Button>
        )}
      </div>
    </form>
  );
};

const hear = (event: KeyboardEvent<HTMLFormElement>, onClose: (() => void) | undefined): void => {
  if (event.key === 'Escape' && onClose) {
    // The list would close the card.
    event.stopPropagation();
    event.preventDefault();
    onClose();
  }
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
};
