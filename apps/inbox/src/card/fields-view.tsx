import { useState } from 'react';
import { Button } from '../parts/button.js';
import { useUnfolded } from '../parts/use-unfolded.js';
import { VisibleText } from '../parts/visible-text.js';
import { mainUnitLabelOf } from '../present/key-facts.js';
import type { Field } from '../present/field.js';
import { useTexts } from '../texts/texts.js';
import { Value } from '../parts/value.js';

/** The fields of arguments as labels and values. Objects and lists are indented. */
export const FieldsView = ({ fields }: { readonly fields: readonly Field[] }) => {
  const { card } = useTexts();
  const present = fields.filter((field) => field.present);
  const absent = fields.filter((field) => !field.present).map(({ label }) => label);
  return (
    <>
      {present.length > 0 && (
        <dl className="fields">
          {present.map((field) => (
            <Row key={String(field.path.at(-1))} field={field} />
          ))}
        </dl>
      )}
      {absent.length > 0 && (
        <p className="fields-absent">
          <VisibleText text={card.notSet(absent)} />
        </p>
      )}
    </>
  );
};

const isGroup = ({ kind, fields = [] }: Field): boolean => (kind === 'object' || kind === 'list') && fields.length > 0;

const Row = ({ field }: { readonly field: Field }) => {
  const { card } = useTexts();
  const { description, isUnnamed, isMisfit } = field;
  const tag = isUnnamed ? card.unnamed : isMisfit ? card.misfit : undefined;
  return (
    <div className={isGroup(field) ? 'field-row field-row-group' : 'field-row'}>
      <dt>
        <VisibleText text={mainUnitLabelOf(field)} />
        {tag && <span className="field-tag">{tag}</span>}
        {description && (
          <span className="field-description">
            <VisibleText text={description} />
          </span>
        )}
      </dt>
      <dd>
        <Content field={field} />
      </dd>
    </div>
  );
};

const Content = ({ field }: { readonly field: Field }) => {
  const { card } = useTexts();
  const { kind, fields = [], value } = field;
  if (field.secretLooking && typeof value === 'string' && value !== '') return <Secret field={field} />;
  if (value === null || (kind !== 'object' && kind !== 'list')) return <Value field={field} />;
  if (fields.length === 0)
    return <span className="value-none">{kind === 'list' ? card.emptyList : card.emptyObject}</span>;
  return kind === 'list' ? <List items={fields} /> : <FieldsView fields={fields} />;
};

const isSimple = ({ kind }: Field): boolean =>
  kind !== 'object' && kind !== 'list' && kind !== 'json' && kind !== 'longText';

const MOST_COLUMNS = 5;
const SHOWN_ITEMS = 20;

const List = ({ items }: { readonly items: readonly Field[] }) => {
  const { card } = useTexts();
  const [isWhole, setWhole] = useUnfolded();
  const shown = isWhole ? items : items.slice(0, SHOWN_ITEMS);
  const columns = columnsOf(items);
  return (
    <>
      {columns ? (
        <Table items={shown} columns={columns} />
      ) : (
        <ol className={items.every(isSimple) ? 'list-simple' : 'list-groups'}>
          {shown.map((item, index) => (
            <li key={index}>
              {!isSimple(item) && <span className="list-number">{card.item(index + 1)}</span>}
              <Content field={item} />
            </li>
          ))}
        </ol>
      )}
      {shown.length < items.length && (
        <Button size="small" className="no-print" onClick={() => setWhole(true)}>
          {card.showAllItems(items.length)}
        </Button>
      )}
    </>
  );
};

/** Returns the columns of a list whose items are all flat objects with the same few names. */
const columnsOf = (items: readonly Field[]): readonly Field[] | undefined => {
  const [first] = items;
  const columns = first?.fields ?? [];
  if (items.length < 2 || columns.length < 2 || columns.length > MOST_COLUMNS) return undefined;
  const names = columns.map(({ path }) => path.at(-1)).join('\n');
  const isAlike = ({ kind, fields = [] }: Field): boolean =>
    kind === 'object' &&
    fields.map(({ path }) => path.at(-1)).join('\n') === names &&
    fields.every((field) => isSimple(field) && !field.isMisfit && !field.secretLooking);
  return items.every(isAlike) ? columns : undefined;
};

const isNumber = ({ kind }: Field): boolean => kind === 'money' || kind === 'number' || kind === 'integer';

const Table = ({ items, columns }: { readonly items: readonly Field[]; readonly columns: readonly Field[] }) => (
  <div className="fields-table">
    <table>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={index} scope="col" className={isNumber(column) ? 'cell-number' : ''}>
              <VisibleText text={column.label} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map(({ fields = [] }, row) => (
          <tr key={row}>
            {fields.map((field, index) => (
              <td key={index} className={isNumber(field) ? 'cell-number' : ''}>
                <Value field={field} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Secret = ({ field }: { readonly field: Field }) => {
  const { card } = useTexts();
  const [isShown, setShown] = useState(false);
  return (
    <span className="value-secret">
      {isShown ? (
        <Value field={field} />
      ) : (
        <span title={card.secret} role="img" aria-label={card.secret}>
          ••••••••
        </span>
      )}
      <Button look="quiet" size="small" className="no-print" onClick={() => setShown(!isShown)}>
        {isShown ? card.hideSecret : card.showSecret}
      </Button>
    </span>
  );
};
