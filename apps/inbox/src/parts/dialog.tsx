import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useTexts } from '../texts/texts.js';
import { Icon } from './icon.js';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
}

/** A question above the page. Escape and a click beside it close it; the focus returns to where it was. */
export const Dialog = (props: DialogProps) => (props.isOpen ? <OpenDialog {...props} /> : null);

const OpenDialog = ({ onClose, title, description, actions, initialFocus, children }: DialogProps) => {
  const { parts } = useTexts();
  const id = useId();
  const dialog = useModal(initialFocus);
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // The page decides when it closes: a dialog that is sending stays.
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onKeyDown={closeOnEscape}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // The second press of a double click may fall beside a dialog that the first one has opened.
      onMouseDown={({ target, currentTarget, detail }) => target === currentTarget && detail < 2 && onClose()}
    >
      <header className="dialog-head">
        <h2 id={`${id}-title`} className="dialog-title">
          {title}
        </h2>
        <button
          type="button"
          className="button button-quiet button-small button-icon"
          aria-label={parts.close}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      {description && (
        <p id={`${id}-description`} className="dialog-description">
          {description}
        </p>
      )}
      {children && <div className="dialog-content">{children}</div>}
      {actions && <footer className="dialog-actions">{actions}</footer>}
    </dialog>
  );
};

/** Opens the dialog above everything, with the focus in it, and returns the focus at its end. */
const useModal = (initialFocus: DialogProps['initialFocus']): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const element = dialog.current!;
    element.showModal();
    initialFocus?.current?.focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
};
