const PATHS = {
  alert: 'M8 2.2 14.6 13.5H1.4L8 2.2Z M8 6.5v3 M8 11.6v.1',
  arrow: 'M2.8 8h10 M9 4.2 12.8 8 9 11.8',
  back: 'M9.5 3.5 5 8l4.5 4.5',
  ban: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8Z M3.7 3.7l8.6 8.6',
  check: 'm3 8.6 3.2 3.2L13 4.6',
  chevron: 'm4 6.2 4 4 4-4',
  clock: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8Z M8 4.8V8l2.2 1.6',
  close: 'm4 4 8 8 M12 4l-8 8',
  copy: 'M5.5 5.5h7a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-7Z M10.5 5.2V3.5a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h1.7',
  edit: 'M10.6 2.9 13.1 5.4 5.6 12.9 2.6 13.4l.5-3 7.5-7.5Z',
  info: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8Z M8 7.4v3.8 M8 4.8v.1',
  lock: 'M4 7.2h8v6H4z M5.6 7V5a2.4 2.4 0 0 1 4.8 0v2',
  more: 'M3.5 8h.01 M8 8h.01 M12.5 8h.01',
  play: 'M5 3.2 12.2 8 5 12.8Z',
  question: 'M5.8 5.9a2.2 2.2 0 1 1 3.4 1.9c-.8.5-1.2.9-1.2 1.8 M8 11.9v.1',
  refresh: 'M13.2 8a5.2 5.2 0 1 1-1.6-3.7 M13.4 2.2v2.6h-2.6',
  reply: 'M6.2 3.5 2.4 7.3l3.8 3.8 M2.6 7.3h6.6a4 4 0 0 1 4 4v1.2',
  search: 'M7.2 2.4a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.6Z M10.8 10.8l3 3',
  stop: 'M4 4h8v8H4z',
  undo: 'M3 6.4h6.6a3.4 3.4 0 0 1 0 6.8H6 M5.8 3.4 2.8 6.4l3 3',
  user: 'M8 2.4a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z M2.8 13.6c.6-2.4 2.6-3.6 5.2-3.6s4.6 1.2 5.2 3.6',
} as const;

export type IconName = keyof typeof PATHS;

/** A small drawing beside a word. Screen readers skip it. */
export const Icon = ({ name, className = '' }: { readonly name: IconName; readonly className?: string }) => (
  <svg className={`icon ${className}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);
