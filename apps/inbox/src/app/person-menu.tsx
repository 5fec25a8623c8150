import { useId, useRef, useState } from 'react';
import type { PrincipalBody } from 'toolgate/http/client';
import { useDoor } from '../data/door.js';
import { useStartAgain } from '../data/feed.js';
import { useMe } from '../data/queries.js';
import type { Settings } from '../data/settings.js';
import { Icon } from '../parts/icon.js';
import { Kbd } from '../parts/kbd.js';
import { placeBeside } from '../parts/place-beside.js';
import { useTexts } from '../texts/texts.js';
import { chosenPerson, choosePerson } from './chosen-person.js';

/** Who is signed in, with what the server knows about the person; on a local machine, a switch to another person. */
export const PersonMenu = ({ onKeys }: { readonly onKeys: () => void }) => {
  const { people, me, id, name } = usePerson();
  const { app, keys } = useTexts();
  const startAs = useStartAs();
  const { menu, trigger, isOpen, onToggle } = useMenu();
  const close = (): void => menu.current?.hidePopover();
  const choose = (next: string): void => {
    close();
    startAs(next);
  };
  const showKeys = (): void => {
    close();
    onKeys();
  };
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className="person-trigger"
        popoverTarget="person-menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <Face name={name} />
        <span className="person-name" aria-hidden="true">
          {name}
        </span>
        <span className="hidden-visually">{name ? app.person(name) : app.account}</span>
        <Icon name="chevron" />
      </button>
      <div
        ref={menu}
        id="person-menu"
        popover="auto"
        role="dialog"
        aria-label={app.account}
        className="person-menu"
        onToggle={onToggle}
      >
        {me && <About me={me} name={name} />}
        {people.length > 0 && <Switch people={people} id={id} onChoose={choose} />}
        <button type="button" className="person-item" onClick={showKeys}>
          {keys.open}
          <Kbd name="?" />
        </button>
      </div>
    </>
  );
};

const useMenu = () => {
  const menu = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const onToggle = ({ newState }: { readonly newState: string }): void => {
    setOpen(newState === 'open');
    if (newState === 'open') placeBeside(menu.current!, trigger.current!, 'below', 'end');
  };
  return { menu, trigger, isOpen, onToggle };
};

const useStartAs = (): ((id: string) => void) => {
  const startAgain = useStartAgain();
  return (id) => {
    choosePerson(id);
    startAgain();
  };
};

const usePerson = () => {
  const { people = [] } = useDoor().settings;
  const { data: me } = useMe();
  const id = me?.id ?? (people.length > 0 ? chosenPerson(people) : undefined);
  return { people, me, id, name: people.find((person) => person.id === id)?.name ?? id };
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

const Switch = ({
  people,
  id,
  onChoose,
}: {
  readonly people: NonNullable<Settings['people']>;
  readonly id: string | undefined;
  readonly onChoose: (id: string) => void;
}) => {
  const { app } = useTexts();
  const label = useId();
  return (
    <div className="person-group" role="group" aria-labelledby={label}>
      <p id={label} className="person-label">
        {app.switchPerson}
      </p>
      {people.map((person) => (
        <button
          key={person.id}
          type="button"
          className="person-item"
          aria-pressed={person.id === id}
          onClick={() => onChoose(person.id)}
        >
          <Face name={person.name ?? person.id} />
          {person.name ?? person.id}
          {person.id === id && <Icon name="check" />}
        </button>
      ))}
    </div>
  );
};
