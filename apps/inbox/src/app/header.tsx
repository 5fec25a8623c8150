import { NOTHING_OPEN, type Page } from '../address/address.js';
import { useAddress } from '../address/use-address.js';
import { useDoor } from '../data/door.js';
import { useFeed } from '../data/feed.js';
import { useMe, useUnknownOutcomes, useWaiting } from '../data/queries.js';
import { Link } from '../parts/link.js';
import { useTexts } from '../texts/texts.js';
import { ConnectionState } from './connection-state.js';
import { PersonMenu } from './person-menu.js';

const FIRST_PAGE = { ...NOTHING_OPEN, view: 'approvals' } as const;
const PAGES: readonly Page[] = ['approvals', 'runs', 'activity'];

/** Name and logo of the application, its pages, the connection, and who is signed in. */
export const Header = ({ onKeys }: { readonly onKeys: () => void }) => {
  const { settings } = useDoor();
  const { app } = useTexts();
  const { data: me } = useMe();
  const isSignedOut = useFeed() === 'signed-out' && !me;
  return (
    <header className="app-header">
      <Link className="app-brand" to={FIRST_PAGE}>
        {settings.logo ? <img src={settings.logo} alt="" /> : <Mark />}
        <span>{settings.name ?? app.title}</span>
      </Link>
      {!isSignedOut && <Pages />}
      <div className="app-end">
        {!isSignedOut && <ConnectionState />}
        {/* On a local machine, the menu is how a person signs in. */}
        {(!isSignedOut || settings.people) && <PersonMenu onKeys={onKeys} />}
      </div>
    </header>
  );
};

const Pages = () => {
  const { app } = useTexts();
  const { view } = useAddress();
  return (
    <nav aria-label={app.navigation}>
      {PAGES.map((page) => (
        <Link key={page} to={{ ...NOTHING_OPEN, view: page }} aria-current={page === view ? 'page' : undefined}>
          <PageName page={page} />
        </Link>
      ))}
    </nav>
  );
};

const PageName = ({ page }: { readonly page: Page }) => {
  const { app } = useTexts();
  const title = app.pages[page];
  if (page === 'approvals') return <Waiting title={title} />;
  return page === 'runs' ? <Unknown title={title} /> : title;
};

const Waiting = ({ title }: { readonly title: string }) => {
  const count = useWaiting();
  const { app } = useTexts();
  return <Counted title={title} count={count} words={app.waiting} className="app-waiting" />;
};

const Unknown = ({ title }: { readonly title: string }) => {
  const count = useUnknownOutcomes();
  const { app } = useTexts();
  return <Counted title={title} count={count} words={app.unknownOutcomes} className="app-waiting app-unknown" />;
};

/** The name of a page and a number, which a screen reader reads as one text. */
const Counted = ({
  title,
  count,
  words,
  className,
}: {
  readonly title: string;
  readonly count: number | undefined;
  readonly words: (count: number) => string;
  readonly className: string;
}) => {
  if (!count) return title;
  return (
    <>
      <span aria-hidden="true">{title}</span>
      <span className={className} title={words(count)} aria-hidden="true">
        {count > 999 ? '999+' : count}
      </span>
      <span className="hidden-visually">{`${title}, ${words(count)}`}</span>
    </>
  );
};

/** A tick in a square, for an application without a logo. */
const Mark = () => (
  <svg className="app-mark" viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="6" />
    <path d="m7 12.5 3.5 3.5L17 8.5" />
  </svg>
);
