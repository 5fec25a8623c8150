import type { View } from '../address/address.js';
import { useAddress } from '../address/use-address.js';
import { useDoor } from '../data/door.js';
import { useMe } from '../data/queries.js';
import { Link } from '../parts/link.js';
import { useTexts } from '../texts/texts.js';
import { PersonSwitch } from './person-switch.js';

const VIEWS: readonly View[] = ['approvals', 'runs', 'activity'];

/** Name and logo of the application, its pages, and who is signed in. */
export const Header = () => {
  const { settings } = useDoor();
  const { app } = useTexts();
  const { view } = useAddress();
  const { data: me } = useMe();
  return (
    <header className="app-header">
      <Link className="app-brand" to={FIRST_PAGE}>
        {settings.logo ? <img src={settings.logo} alt="" /> : <span className="app-mark" aria-hidden="true" />}
        <span>{settings.name ?? app.title}</span>
      </Link>
      <nav aria-label={app.navigation}>
        {VIEWS.map((name) => (
          <Link key={name} to={{ ...FIRST_PAGE, view: name }} aria-current={name === view ? 'page' : undefined}>
            {app.pages[name]}
          </Link>
        ))}
      </nav>
      {settings.people ? <PersonSwitch people={settings.people} me={me?.id} /> : me && <p>{app.person(me.id)}</p>}
    </header>
  );
};

const FIRST_PAGE = {
  view: 'approvals',
  approval: undefined,
  run: undefined,
  status: undefined,
  tool: undefined,
  mine: undefined,
  text: undefined,
} as const;
