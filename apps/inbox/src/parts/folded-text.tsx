import { Button } from './button.js';
import { VisibleText } from './visible-text.js';
import { startOf } from '../present/start-of.js';
import { useLanguage } from '../texts/texts.js';
import { useUnfolded } from './use-unfolded.js';

const MOST_LINES = 12;
const MOST_CHARACTERS = 1200;

/** A long text. More than a few lines are folded at first. */
export const FoldedText = ({ text }: { readonly text: string }) => {
  const { locale, texts } = useLanguage();
  const [isOpen, setOpen] = useUnfolded();
  const lines = text.split('\n');
  const start = startOf(lines.slice(0, MOST_LINES).join('\n'), MOST_CHARACTERS);
  if (start.length === text.length) return <VisibleText text={text} />;
  const count = new Intl.NumberFormat(locale).format(lines.length);
  const more = lines.length > MOST_LINES ? texts.card.showAllLines(count) : texts.card.showWholeText;
  return (
    <div className={isOpen ? 'folded-text' : 'folded-text folded-text-closed'}>
      <VisibleText text={isOpen ? text : start} />
      <Button size="small" className="no-print" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? texts.card.showLess : more}
      </Button>
    </div>
  );
};
