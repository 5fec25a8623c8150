import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { useTexts } from '../texts/texts.js';
import { Icon } from './icon.js';

/** A question above the page. Escape and a click beside it close it; the focus returns to where it was. */
export const Dialog = ({
  isOpen,
  onClose,
  title,
  description,
  actions,
  initialFocus,
  children,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
}) => {
  const { parts } = useTexts();
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup className="dialog" {...(initialFocus && { initialFocus })}>
          <header className="dialog-head">
            <Base.Title className="dialog-title">{title}</Base.Title>
            <Base.Close className="button button-quiet button-small button-icon" aria-label={parts.close}>
              <Icon name="close" />
            </Base.Close>
          </header>
          {description && <Base.Description className="dialog-description">{description}</Base.Description>}
          {children && <div className="dialog-content">{children}</div>}
          {actions && <footer className="dialog-actions">{actions}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
};
