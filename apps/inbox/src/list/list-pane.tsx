import { useRef, useState } from 'react';
import type { PrincipalBody } from 'toolgate/http/client';
import { useAddress } from '../address/use-address.js';
import { useTexts } from '../texts/texts.js';
import { BulkBar } from './bulk-bar.js';
import { Filters } from './filters.js';
import { ListHead } from './list-head.js';
import { ListState } from './list-state.js';
import { type RowsHandle, Rows } from './rows.js';
import { useDepartures } from './use-departures.js';
import { useList } from './use-list.js';
import { useListKeys } from './use-list-keys.js';
import { useTicks } from './use-ticks.js';
import { useTypedText } from './use-typed-text.js';

/** The filters, the rows, and what is to be done with those that are selected. */
export const ListPane = ({ me }: { readonly me: PrincipalBody | undefined }) => {
  const address = useAddress();
  const texts = useTexts();
  const [text, setText] = useTypedText(address.text);
  const list = useList(address, text);
  const ticks = useTicks(list.shown, me?.id);
  const rows = useRef<RowsHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState(address.approval);
  useDepartures({ list, ticks, me: me?.id });
  useListKeys({ shown: list.shown, ticks, open: address.approval, active, rows, search });
  const { shown } = list;
  return (
    <section className="list no-print" aria-label={texts.list.title} aria-busy={list.isPending}>
      <Filters address={address} text={text} onText={setText} tools={list.tools} search={search} />
      {shown.length > 0 ? (
        <>
          <ListHead list={list} ticks={ticks} address={address} isSearched={text !== ''} />
          <Rows
            // A list of other approvals starts at its top.
            key={list.key}
            handle={rows}
            list={list}
            ticks={ticks}
            me={me}
            open={address.approval}
            active={active}
            onActive={setActive}
          />
        </>
      ) : (
        <ListState list={list} address={address} text={text} onClear={() => setText('')} />
      )}
      <BulkBar ticks={ticks} me={me} />
    </section>
  );
};
