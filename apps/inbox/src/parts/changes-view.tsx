import type { JsonBody } from 'toolgate/http/client';
import { canonicalText } from '../present/canonical-json.js';
import type { Change } from '../present/changes.js';
import { labelOf } from '../present/field-labels.js';
import type { FieldPath } from '../present/field.js';
import { useTexts } from '../texts/texts.js';
import { VisibleText } from './visible-text.js';

/** Where two arguments differ: the earlier and the later value of each place. */
export const ChangesView = ({ changes }: { readonly changes: readonly Change[] }) => (
  <ul className="changes">
    {changes.map((change) => (
      <li key={change.path.join('\n')}>
        <span className="change-path">
          <VisibleText text={placeOf(change.path)} />
        </span>
        <Values change={change} />
      </li>
    ))}
  </ul>
);

const placeOf = (path: FieldPath): string =>
  path.map((step) => (typeof step === 'number' ? String(step + 1) : labelOf(step))).join(' › ');

const Values = ({ change }: { readonly change: Change }) => {
  const { card } = useTexts();
  if (change.type === 'changed' && change.words) {
    return (
      <p className="change-words">
        {change.words.map(({ type, text }, index) => {
          const Tag = type === 'added' ? 'ins' : type === 'removed' ? 'del' : 'span';
          return (
            <Tag key={index}>
              <VisibleText text={text} />
            </Tag>
          );
        })}
      </p>
    );
  }
  return (
    <p className="change-values">
      {change.type !== 'added' && (
        <del aria-label={card.before}>
          <VisibleText text={shown(change.before)} />
        </del>
      )}
      {change.type !== 'removed' && (
        <ins aria-label={card.after}>
          <VisibleText text={shown(change.after)} />
        </ins>
      )}
    </p>
  );
};

const shown = (value: JsonBody): string => (typeof value === 'string' && value !== '' ? value : canonicalText(value));
