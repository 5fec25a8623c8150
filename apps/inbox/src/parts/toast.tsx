import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { useTexts } from '../texts/texts.js';
import { Button } from './button.js';
import { Icon } from './icon.js';
import type { NoticeTone } from './notice.js';

export interface ToastBody {
  readonly text: ReactNode;
  readonly tone?: NoticeTone;
  readonly action?: { readonly label: string; readonly onSelect: () => void };
}

const SHOWN_MS = 7000;
const MOST = 3;

const ToastContext = createContext<(toast: ToastBody) => void>(() => undefined);

/** Returns the function that shows a few words at the edge of the page. Screen readers read them. */
export const useToast = (): ((toast: ToastBody) => void) => useContext(ToastContext);

/** Shows toasts above its children. */
export const ToastProvider = ({ children }: { readonly children: ReactNode }) => {
  const [toasts, setToasts] = useState<readonly (ToastBody & { readonly key: number })[]>([]);
  const count = useRef(0);
  const hide = useCallback((key: number) => setToasts((all) => all.filter((one) => one.key !== key)), []);
  const show = useCallback(
    (toast: ToastBody) => {
      const key = ++count.current;
      setToasts((all) => [...all.slice(1 - MOST), { ...toast, key }]);
      // An action needs time, so its toast stays until it is closed.
      if (!toast.action) setTimeout(() => hide(key), SHOWN_MS);
    },
    [hide],
  );
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div className="toasts no-print" role="status" aria-live="polite" aria-relevant="additions">
        {toasts.map(({ key, ...toast }) => (
          <Toast key={key} {...toast} onHide={() => hide(key)} />
        ))}
      </div>
    </ToastContext.Provider>
  );
};

const Toast = ({ text, tone = 'info', action, onHide }: ToastBody & { readonly onHide: () => void }) => {
  const { parts } = useTexts();
  return (
    <div className={`toast toast-${tone}`}>
      <Icon name={tone === 'good' ? 'check' : tone === 'info' ? 'info' : 'alert'} />
      <p>{text}</p>
      {action && (
        <Button
          size="small"
          onClick={() => {
            onHide();
            action.onSelect();
          }}
        >
          {action.label}
        </Button>
      )}
      <Button look="quiet" size="small" className="button-icon" aria-label={parts.close} onClick={onHide}>
        <Icon name="close" />
      </Button>
    </div>
  );
};
