import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { areShortcutsOn, turnShortcuts } from '../data/shortcuts.js';
import { Button } from '../parts/button.js';
import { type Texts, useTexts } from '../texts/texts.js';

type KeyTexts = Texts['keys'];
type Row = readonly [keys: readonly string[], text: string];

const groupsOf = (keys: KeyTexts): readonly (readonly [title: string, rows: readonly Row[]])[] => [
  [
    keys.groups.list,
    [
      [['j', 'k'], keys.move],
      [['Enter'], keys.enter],
      [['x'], keys.tick],
      [['Shift', '↓'], keys.extend],
    ],
  ],
  [
    keys.groups.card,
    [
      [['j', 'k'], keys.next],
      [['a'], keys.approve],
      [['r'], keys.reject],
      [['Esc'], keys.back],
    ],
  ],
  [
    keys.groups.page,
    [
      [['/'], keys.search],
      [['?'], keys.help],
    ],
  ],
];

/** Lists the keys, and turns them off. */
export const KeysDialog = ({
  isOpen,
  onOpenChange,
}: {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}) => {
  const { keys } = useTexts();
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog keys">
          <Dialog.Title className="dialog-title">{keys.title}</Dialog.Title>
          <div className="keys-groups">
            {groupsOf(keys).map(([title, rows]) => (
              <Group key={title} title={title} rows={rows} />
            ))}
          </div>
          <Toggle text={keys.toggle} />
          <div className="dialog-actions">
            <Dialog.Close render={<Button />}>{keys.close}</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

const Group = ({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) => (
  <section>
    <h3>{title}</h3>
    <dl>
      {rows.map(([names, text]) => (
        <div key={text}>
          <dt>{text}</dt>
          <dd>
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

const Toggle = ({ text }: { readonly text: string }) => {
  const [isOn, setOn] = useState(areShortcutsOn);
  const turn = (on: boolean): void => {
    turnShortcuts(on);
    setOn(on);
  };
  return (
    <label className="keys-toggle">
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
      {text}
    </label>
  );
};
