import { useState } from 'react';
import { areShortcutsOn, turnShortcuts } from '../data/shortcuts.js';
import { Button } from '../parts/button.js';
import { Checkbox } from '../parts/checkbox.js';
import { Dialog } from '../parts/dialog.js';
import { type Texts, useTexts } from '../texts/texts.js';

type KeyTexts = Texts['keys'];
type Row = readonly [keys: readonly string[], text: string];

const groupsOf = (keys: KeyTexts): readonly (readonly [title: string, rows: readonly Row[]])[] => [
  [
    keys.groups.list,
    [
      [['j', 'k', '↓', '↑'], keys.move],
      [['Enter'], keys.enter],
      [['x', keys.space], keys.tick],
      [['Shift', '↓'], keys.extend],
    ],
  ],
  [
    keys.groups.card,
    [
      [['j', 'k'], keys.next],
      [['a'], keys.approve],
      [['r'], keys.reject],
      [['e'], keys.edit],
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
export const KeysDialog = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { keys } = useTexts();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={keys.title}
      actions={<Button onClick={onClose}>{keys.close}</Button>}
    >
      <div className="keys">
        {groupsOf(keys).map(([title, rows]) => (
          <Group key={title} title={title} rows={rows} />
        ))}
        <Toggle text={keys.toggle} />
      </div>
    </Dialog>
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
              <kbd key={name} className="kbd">
                {name}
              </kbd>
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
  return <Checkbox label={text} checked={isOn} onCheck={turn} />;
};
