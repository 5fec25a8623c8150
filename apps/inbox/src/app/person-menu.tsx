import { Menu } from '@base-ui/react/menu';
import type { PrincipalBody } from 'toolgate/http/client';
import { useDoor } from '../data/door.js';
import { useStartAgain } from '../data/feed.js';
import { useMe } from '../data/queries.js';
import type { Settings } from '../data/settings.js';
import { useTexts } from '../texts/texts.js';
import { chosenPerson, choosePerson } from './chosen-person.js';

type People = NonNullable<Settings['people']>;

/** Who is signed in, with what the server knows about the person; on a local machine, a switch to another person. */
export const PersonMenu = ({ onKeys }: { readonly onKeys: () => void }) => {
  const { people = [] } = useDoor().settings;
  const { data: me } = useMe();
  const { app, keys } = useTexts();
  const id = me?.id ?? (people.length > 0 ? chosenPerson(people) : undefined);
  const name = people.find((person) => person.id === id)?.name ?? id;
  return (
    <Menu.Root>
      <Menu.Trigger className="person-trigger" aria-label={name ? app.person(name) : app.account}>
        <Face name={name} />
        <span className="person-name">{name}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="person-place" align="end" sideOffset={6}>
          <Menu.Popup className="person-menu">
            {me && <About me={me} name={name} />}
            {people.length > 0 && <Switch people={people} id={id} />}
            <Menu.Item className="person-item" onClick={onKeys}>
              {keys.open}
              <kbd>?</kbd>
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
};

const Face = ({ name = '' }: { readonly name?: string | undefined }) => (
  <span className="person-face" aria-hidden="true">
    {[...name].slice(0, 1).join('').toUpperCase()}
  </span>
);

const About = ({ me, name }: { readonly me: PrincipalBody; readonly name: string | undefined }) => {
  const { app } = useTexts();
  return (
    <div className="person-about">
      <p className="person-title">{name}</p>
      <dl>
        <dt>{app.tenant}</dt>
        <dd>{me.tenant === '*' ? app.everyTenant : me.tenant}</dd>
        <dt>{app.roles}</dt>
        <dd>{[...me.roles, ...(me.administrator ? [app.administrator] : [])].join(', ') || app.noRoles}</dd>
      </dl>
    </div>
  );
};

const Switch = ({ people, id }: { readonly people: People; readonly id: string | undefined }) => {
  const { app } = useTexts();
  const startAgain = useStartAgain();
  const choose = (next: string): void => {
    choosePerson(next);
    startAgain();
  };
  return (
    <Menu.RadioGroup className="person-group" value={id} onValueChange={choose}>
      <Menu.GroupLabel className="person-label">{app.switchPerson}</Menu.GroupLabel>
      {people.map((person) => (
        <Menu.RadioItem key={person.id} className="person-item" value={person.id} closeOnClick>
          <Face name={person.name ?? person.id} />
          {person.name ?? person.id}
          <Menu.RadioItemIndicator className="person-tick" />
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
};
