/** The pages of the inbox. */
export type Page = 'approvals' | 'runs' | 'activity';

/** The page that the address names; `unknown` if there is no such page. */
export type View = Page | 'unknown';

/** What the address bar says: the page, what is open on it, and the filters of the list. */
export interface Address {
  readonly view: View;
  /** The id of the approval that is open. */
  readonly approval?: string;
  /** The id of the run that is open. */
  readonly run?: string;
  /** A status or a group of them; absent: what waits. */
  readonly status?: string;
  /** The kind of the listed runs; absent: every kind. */
  readonly kind?: string;
  readonly tool?: string;
  /** Only what the person may decide. */
  readonly mine?: true;
  readonly text?: string;
  /** The order of the list; absent: the usual one of its status. */
  readonly order?: string;
}

/** A list without filters. */
export const NO_FILTERS = {
  status: undefined,
  kind: undefined,
  tool: undefined,
  mine: undefined,
  text: undefined,
  order: undefined,
} as const;

/** An address without filters, with nothing open: what a link to another page starts from. */
export const NOTHING_OPEN = { ...NO_FILTERS, approval: undefined, run: undefined } as const;

const NAMES = ['approval', 'run', 'status', 'kind', 'tool', 'text', 'order'] as const;

/** Reads the query of the address. The address is always `<path>/inbox?…`, so that every proxy can serve it. */
export const readAddress = (search: string): Address => {
  const query = new URLSearchParams(search);
  const texts = NAMES.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []));
  return {
    view: viewOf(query),
    ...Object.fromEntries(texts),
    ...(query.get('mine') === 'true' && { mine: true }),
  };
};

const viewOf = (query: URLSearchParams): View => {
  const view = query.get('view');
  if (view === null) return query.has('run') ? 'runs' : 'approvals';
  return view === 'approvals' || view === 'runs' || view === 'activity' ? view : 'unknown';
};

/** Returns the query of an address, with its question mark; empty for the first page without filters. */
export const writeAddress = ({ view, mine, ...texts }: Address): string => {
  const query = new URLSearchParams();
  if (view !== 'approvals' && view !== 'unknown') query.set('view', view);
  for (const name of NAMES) if (texts[name]) query.set(name, texts[name]);
  if (mine) query.set('mine', 'true');
  const text = query.toString();
  return text && `?${text}`;
};
