import type { Address } from '../address/address.js';
import { go } from '../address/use-address.js';
import { Checkbox } from '../parts/checkbox.js';
import { Select } from '../parts/select.js';
import { useTexts } from '../texts/texts.js';
import { groupOf, ORDERS, orderOf, usualOrder } from './groups.js';
import type { List } from './use-list.js';
import type { Ticks } from './use-ticks.js';

/** How many approvals the list shows, their order, and a box that selects them all. */
export const ListHead = ({
  list: { shown, loaded, total, more, unreadable },
  ticks: { ticked, tickable, toggleAll },
  address,
  isSearched,
}: {
  readonly list: List;
  readonly ticks: Ticks;
  readonly address: Address;
  readonly isSearched: boolean;
}) => {
  const { list, bulk } = useTexts();
  const isPartial = isSearched || more !== undefined;
  const count = isPartial && total !== undefined ? list.countOf(shown.length, total) : list.count(shown.length);
  const checked = ticked.length === tickable.length ? tickable.length > 0 : ticked.length > 0 && 'indeterminate';
  return (
    <div className="list-head">
      {tickable.length > 0 && (
        <Checkbox label={bulk.all(tickable.length)} hidesLabel checked={checked} onCheck={toggleAll} />
      )}
      <p role="status">{count}</p>
      <Select
        label={list.filters.order}
        hidesLabel
        size="small"
        value={orderOf(address)}
        options={ORDERS.map((value) => ({ value, label: list.orders[value] }))}
        onSelect={(order) => go({ order: order === usualOrder(groupOf(address)) ? undefined : order }, 'replace')}
      />
      {isSearched && more && total !== undefined && <p className="list-note">{list.searched(loaded.length, total)}</p>}
      {unreadable > 0 && <p className="list-note">{list.unreadable(unreadable)}</p>}
    </div>
  );
};
