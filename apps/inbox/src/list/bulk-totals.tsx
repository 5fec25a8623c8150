import { Icon } from '../parts/icon.js';
import { labelOf } from '../present/field-labels.js';
import { lineOf } from '../present/line-of.js';
import { moneyWords } from '../present/number-words.js';
import { currencyTotals, type ToolTotal } from '../present/tool-totals.js';
import { useLanguage } from '../texts/texts.js';

/** How many calls of which tool are selected, the sum of their amounts, and the largest one. */
export const BulkTotals = ({
  totals,
  permanent,
}: {
  readonly totals: readonly ToolTotal[];
  /** The names of the tools whose effect may be permanent. */
  readonly permanent: readonly string[];
}) => {
  const { bulk } = useLanguage().texts;
  return (
    <table className="bulk-totals" aria-label={bulk.byTool}>
      <thead>
        <tr>
          <th scope="col">{bulk.tool}</th>
          <th scope="col">{bulk.calls}</th>
          <th scope="col">{bulk.sum}</th>
          <th scope="col">{bulk.largest}</th>
        </tr>
      </thead>
      <tbody>
        {totals.map((total) => (
          <Row
            key={`${total.toolName} ${total.money?.currency}`}
            name={labelOf(total.toolName)}
            total={total}
            isPermanent={permanent.includes(total.toolName)}
          />
        ))}
      </tbody>
      <tfoot>
        {currencyTotals(totals).map((total) => (
          <Row key={total.money?.currency} name={bulk.allIn(total.money?.currency ?? '')} total={total} />
        ))}
      </tfoot>
    </table>
  );
};

const Row = ({
  name,
  total: { count, money },
  isPermanent = false,
}: {
  readonly name: string;
  readonly total: ToolTotal;
  readonly isPermanent?: boolean;
}) => {
  const { locale, texts } = useLanguage();
  const words = (amount: string): string => moneyWords(amount, { currency: money?.currency ?? '' }, locale)?.text ?? '';
  return (
    <tr>
      <th scope="row">
        {lineOf(name)}
        {isPermanent && (
          <small className="bulk-permanent">
            <Icon name="alert" /> {texts.card.destructive}
          </small>
        )}
      </th>
      <td>{count.toLocaleString(locale)}</td>
      <td>{money ? words(money.sum) : '–'}</td>
      <td>{money ? words(money.largest) : '–'}</td>
    </tr>
  );
};
