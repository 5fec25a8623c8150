const KEY = 'toolgate-shortcuts';

let areOn = ((): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
})();

/** Whether keys without a modifier are shortcuts. A person who dictates turns them off. */
export const areShortcutsOn = (): boolean => areOn;

export const turnShortcuts = (on: boolean): void => {
  areOn = on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // The choice then ends with the page.
  }
};

const TICKS = new Set(['checkbox', 'radio', 'button', 'submit']);

const isTyping = (target: Element): boolean => {
  if (target instanceof HTMLInputElement) return !TICKS.has(target.type);
  return target.matches('textarea, select') || (target instanceof HTMLElement && target.isContentEditable);
};

const ELSEWHERE = 'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox]';

const OPEN_MENU = ':popover-open:not([role=tooltip])';

/** Whether a key may be a shortcut of the page: no person is typing, and no dialog or menu has the keys. */
export const isShortcut = (event: KeyboardEvent): boolean => {
  const { target, defaultPrevented, isComposing, ctrlKey, metaKey, altKey, key } = event;
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return false;
  if (key.length === 1 && key !== ' ' && !areOn) return false;
  if (document.querySelector(OPEN_MENU)) return false;
  return !(target instanceof Element && (isTyping(target) || target.closest(ELSEWHERE)));
};
