import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.js';
import { Icon, type IconName } from './icon.js';
import { placeBeside } from './place-beside.js';

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  readonly look?: 'plain' | 'danger';
  readonly onSelect: () => void;
}

/** A button that opens a list of actions. Arrow keys, Home, End and first letters move; Escape closes. */
export const Menu = ({
  label,
  items,
  children,
  ...button
}: Omit<ButtonProps, 'label' | 'onClick'> & {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly children?: ReactNode;
}) => {
  const { trigger, list, isOpen, open, id, onPointerDown, onToggle } = useMenu();
  return (
    <>
      <Button
        look="quiet"
        size="small"
        {...button}
        ref={trigger}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerDown={onPointerDown}
        onClick={open}
      >
        {children ?? <Icon name="more" />}
      </Button>
      <div
        ref={list}
        id={id}
        role="menu"
        aria-label={label}
        popover="auto"
        className="menu"
        onToggle={onToggle}
        onKeyDown={(event) => moveFocus(event, list.current!)}
      >
        {items.map((item) => (
          <MenuRow key={item.label} {...item} list={list} />
        ))}
      </div>
    </>
  );
};

const useMenu = () => {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const open = (): void => {
    // The browser has closed an open menu before the click on its button arrives.
    if (wasOpen.current) return;
    list.current!.showPopover();
    placeBeside(list.current!, trigger.current!, 'below', 'end');
    itemsOf(list.current!)[0]?.focus();
  };
  return {
    id,
    trigger,
    list,
    isOpen,
    open,
    onPointerDown: (): void => void (wasOpen.current = isOpen),
    onToggle: ({ newState }: { readonly newState: string }): void => setOpen(newState === 'open'),
  };
};

const MenuRow = ({
  label,
  icon,
  look = 'plain',
  onSelect,
  list,
}: MenuItem & { readonly list: RefObject<HTMLElement | null> }) => (
  <button
    type="button"
    role="menuitem"
    tabIndex={-1}
    className={`menu-item menu-item-${look}`}
    onClick={() => {
      // The focus returns to the button of the menu.
      list.current?.hidePopover();
      onSelect();
    }}
  >
    {icon && <Icon name={icon} />}
    {label}
  </button>
);

const itemsOf = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=menuitem]')];

const moveFocus = (event: KeyboardEvent, list: HTMLElement): void => {
  if (event.key === 'Tab') return list.hidePopover();
  const items = itemsOf(list);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const target = targetOf(event.key, items, at);
  if (!target) return undefined;
  event.preventDefault();
  target.focus();
  return undefined;
};

const targetOf = (key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined => {
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at((at - 1) % items.length);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length > 1) return undefined;
  const letter = key.toLocaleLowerCase();
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return after.find(({ textContent }) => textContent.trim().toLocaleLowerCase().startsWith(letter));
};
