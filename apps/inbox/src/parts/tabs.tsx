import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';

export interface Tab {
  readonly id: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Several contents in one place. The arrow keys, Home and End move between the tabs. */
export const Tabs = ({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) => {
  const name = useId();
  const [open, setOpen] = useState(tabs[0]?.id);
  const at = Math.max(
    0,
    tabs.findIndex(({ id }) => id === open),
  );
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const next = STEPS[event.key]?.(at, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    setOpen(tabs[next]?.id);
    (event.currentTarget.children[next] as HTMLElement).focus();
  };
  return (
    <div className="tabs">
      <div className="tabs-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ id, label: text }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${name}-${id}`}
            aria-selected={index === at}
            aria-controls={`${name}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => setOpen(id)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${name}-panel`} aria-labelledby={`${name}-${tabs[at]?.id}`}>
        {tabs[at]?.content}
      </div>
    </div>
  );
};
