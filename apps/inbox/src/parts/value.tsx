import { Icon } from './icon.js';
import { serverNow } from '../data/server-clock.js';
import { VisibleText } from './visible-text.js';
import { listWords, shortWords } from '../present/short-words.js';
import { type ShownField, valueWords, type ValueWords } from '../present/value-words.js';
import { useLanguage } from '../texts/texts.js';
import { FoldedText } from './folded-text.js';
import { JsonView } from './json-view.js';

/** The value of a field, as a hurried person reads it correctly; a short one does not show the middle of a long text. */
export const Value = ({ field, isShort = false }: { readonly field: ShownField; readonly isShort?: boolean }) => {
  const { locale } = useLanguage();
  const words = valueWords(field, { locale, now: serverNow() });
  return <Words words={isShort ? shortWords(listWords(words)) : words} />;
};

const Words = ({ words }: { readonly words: ValueWords }) => {
  const { card } = useLanguage().texts;
  switch (words.type) {
    case 'none':
      return <span className="value-none">{card.none}</span>;
    case 'yes':
    case 'no':
      return (
        <span className={`value-${words.type}`}>
          <Icon name={words.type === 'yes' ? 'check' : 'close'} />
          {card[words.type]}
        </span>
      );
    case 'text':
      if (words.text === '') return <span className="value-none">{card.emptyText}</span>;
      return words.isLong ? <FoldedText text={words.text} /> : <VisibleText text={words.text} />;
    case 'number':
      return (
        <span className="value-number" title={words.exact}>
          {words.text}
        </span>
      );
    case 'money':
      return <Money words={words} />;
    case 'date':
      return (
        <span className="value-date" title={words.exact}>
          {words.text} <small className={words.isPast ? 'value-past no-print' : 'no-print'}>{words.distance}</small>
        </span>
      );
    case 'json':
      return <JsonView value={words.value} />;
    default:
      return <Address words={words} />;
  }
};

const Money = ({ words }: { readonly words: Extract<ValueWords, { type: 'money' }> }) => {
  const { card } = useLanguage().texts;
  const { text, exact, hasCurrency, minorUnits } = words;
  return (
    <span className="value-money">
      <strong title={exact}>{text}</strong>
      {!hasCurrency && <small>{card.noCurrency}</small>}
      {minorUnits !== undefined && <small>{card.sentAs(minorUnits)}</small>}
    </span>
  );
};

/** Identifiers and addresses. A URL is no link: the model chose it. */
const Address = ({ words }: { readonly words: Extract<ValueWords, { type: 'id' | 'email' | 'url' }> }) => {
  if (words.type === 'id') {
    return (
      <code className="value-id">
        {words.groups.map((group, index) => (
          <span key={index}>
            <VisibleText text={group} isPiece />
          </span>
        ))}
      </code>
    );
  }
  const { before, strong, after } = words;
  return (
    <span className="value-address">
      <VisibleText text={before} isPiece />
      <strong>
        <VisibleText text={strong} isPiece />
      </strong>
      <VisibleText text={after} isPiece />
    </span>
  );
};
