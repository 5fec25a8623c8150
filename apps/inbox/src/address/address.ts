/** The pages of the inbox. */
export type View = 'approvals' | 'runs' | 'activity';

/** What the address bar says: the page, what is open on it, and the filters of the list. */
export interface Address {
  readonly view: View;
  /** The id of the approval that is open. */
  readonly approval?: string;
  /** The id of the run that is open. */
  readonly run?: string;
  /** A status or a group of them; absent: what waits. */
  readonly status?: string;
  readonly tool?: string;
  /** Only what the person may decide. */
  readonly mine?: true;
  readonly text?: string;
}

const NAMES = ['approval', 'run', 'status', 'tool', 'text'] as const;

/** Reads the query of the address. The address is always `<path>/inbox?…`, so that every proxy can serve it. */
export const readAddress = (search: string): Address => {
  const query = new URLSearchParams(search);
  const texts = NAMES.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []));
  return {
    view: viewOf(query),
    ...Object.fromEntries(texts),
    ...(query.has('mine') && { mine: true }),
  };
};

const viewOf = (query: URLSearchParams): View => {
  const view = query.get('view');
  if (view === 'runs' || view === 'activity') return view;
  return query.has('run') ? 'runs' : 'approvals';
};

/** Returns the query of an address, with its question mark; empty for the first page without filters. */
export const writeAddress = ({ view, mine, ...texts }: Address): string => {
  const query = new URLSearchParams();
  if (view !== 'approvals') query.set('view', view);
  for (const name of NAMES) if (texts[name]) query.set(name, texts[name]);
  if (mine) query.set('mine', '');
  const text = query.toString().replace('mine=', 'mine');
  return text && `?${text}`;
};
