import { useTexts } from '../texts/texts.js';
import { Button } from './button.js';
import { Icon } from './icon.js';
import { useToast } from './toast.js';

/** Copies a text, and says so. */
export const CopyButton = ({ label, text }: { readonly label: string; readonly text: () => string }) => {
  const { card } = useTexts();
  const toast = useToast();
  const copy = async (): Promise<void> => {
    try {
      // A page without TLS has no clipboard.
      await navigator.clipboard.writeText(text());
      toast({ text: card.copied, tone: 'good' });
    } catch {
      toast({ text: card.copyFailed, tone: 'warn' });
    }
  };
  return (
    <Button
      look="quiet"
      size="small"
      className="button-icon no-print"
      title={label}
      aria-label={label}
      onClick={() => void copy()}
    >
      <Icon name="copy" />
    </Button>
  );
};
