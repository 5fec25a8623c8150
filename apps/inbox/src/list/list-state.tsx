import { type Address, NO_FILTERS } from '../address/address.js';
import { go } from '../address/use-address.js';
import { Button } from '../parts/button.js';
import { EmptyState } from '../parts/empty-state.js';
import { Icon } from '../parts/icon.js';
import { WaitingRows } from '../parts/waiting-rows.js';
import { useTexts } from '../texts/texts.js';
import { groupOf } from './groups.js';
import type { List } from './use-list.js';

/** What the list shows while it has no rows: that it is being read, that it failed, or that nothing is there. */
export const ListState = ({
  list: { isPending, error, refetch, more, total, loaded, unreadable },
  address,
  text,
  onClear,
}: {
  readonly list: List;
  readonly address: Address;
  readonly text: string;
  readonly onClear: () => void;
}) => {
  const { list, app } = useTexts();
  if (isPending) return <WaitingRows />;
  if (error && loaded.length === 0) {
    return (
      <EmptyState title={list.failed.title} text={list.failed.text}>
        <Button onClick={() => void refetch()}>{app.retry}</Button>
      </EmptyState>
    );
  }
  const clear = (): void => {
    onClear();
    go(NO_FILTERS, 'replace');
  };
  const isFiltered = text !== '' || address.tool !== undefined || address.mine === true;
  const isAllDone = !isFiltered && groupOf(address) === 'waiting';
  const empty = list.empty[emptyKind(address, text)];
  return (
    <EmptyState title={empty.title} text={empty.text}>
      {isAllDone && <Icon name="check" className="list-clear" />}
      {more && total !== undefined && <p>{list.searched(loaded.length, total)}</p>}
      {more && (
        <Button onClick={more.load} disabled={more.isLoading}>
          {list.more}
        </Button>
      )}
      {unreadable > 0 && <p>{list.unreadable(unreadable)}</p>}
      {!isAllDone && <Button onClick={clear}>{list.filters.clear}</Button>}
    </EmptyState>
  );
};

/** Why no row is shown: a search or a tool, the filter for what the person may decide, or a status. */
const emptyKind = (address: Address, text: string): 'filtered' | 'mine' | 'waiting' | 'other' => {
  if (text !== '' || address.tool !== undefined) return 'filtered';
  const isWaiting = groupOf(address) === 'waiting';
  if (address.mine) return isWaiting ? 'mine' : 'filtered';
  return isWaiting ? 'waiting' : 'other';
};
