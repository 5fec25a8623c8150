import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.js';

const ICONS: Record<NoticeTone, IconName> = { info: 'info', good: 'check', warn: 'alert', bad: 'alert' };

export type NoticeTone = 'info' | 'good' | 'warn' | 'bad';

/** What a person must know before going on. `role="alert"` announces it when it appears. */
export const Notice = ({
  tone = 'info',
  title,
  role,
  children,
  actions,
}: {
  readonly tone?: NoticeTone;
  readonly title?: ReactNode;
  readonly role?: 'alert' | 'status';
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) => (
  <div className={`notice notice-${tone}`} role={role}>
    <Icon name={ICONS[tone]} />
    <div className="notice-text">
      {title && <p className="notice-title">{title}</p>}
      {children && <div>{children}</div>}
      {actions && <div className="notice-actions">{actions}</div>}
    </div>
  </div>
);
