import type { ReactNode } from 'react';
import type { ApprovalStatsBody } from 'toolgate/http/client';
import { NOTHING_OPEN } from '../address/address.js';
import { useCounts, useStats } from '../data/queries.js';
import { Button } from '../parts/button.js';
import { EmptyState } from '../parts/empty-state.js';
import { Link } from '../parts/link.js';
import { Skeleton } from '../parts/skeleton.js';
import { durationWords } from '../parts/time-words.js';
import { useLanguage } from '../texts/texts.js';
import { Bars } from './bars.js';
import { hourOf, type HourValue, latest, totalOf } from './hour-words.js';
import { HoursTable } from './hours-table.js';

/** What waits now, and what was asked and decided during the last day. */
export const ActivityPage = () => {
  const { activity, app } = useLanguage().texts;
  const { data, error, refetch } = useStats();
  return (
    <div className="activity">
      <h1 className="hidden-visually">{app.pages.activity}</h1>
      <Now />
      <section aria-labelledby="last-day">
        <h2 id="last-day">{activity.title}</h2>
        {data ? <LastDay stats={data} /> : error ? <Failed onRetry={() => void refetch()} /> : <Skeleton lines={6} />}
      </section>
    </div>
  );
};

const Failed = ({ onRetry }: { readonly onRetry: () => void }) => {
  const { activity, app } = useLanguage().texts;
  return (
    <EmptyState title={activity.failed.title} text={activity.failed.text}>
      <Button onClick={onRetry}>{app.retry}</Button>
    </EmptyState>
  );
};

const Now = () => {
  const { locale, texts } = useLanguage();
  const { activity } = texts;
  const { data } = useCounts();
  const count = (status: 'PENDING' | 'OUTCOME_UNKNOWN'): string | undefined =>
    data && (data.byStatus[status] ?? 0).toLocaleString(locale);
  return (
    <section aria-labelledby="now">
      <h2 id="now">{activity.now}</h2>
      <div className="activity-now">
        <Link className="tile tile-link" to={{ ...NOTHING_OPEN, view: 'approvals' }}>
          <span className="tile-name">{activity.waiting}</span>
          <strong>{count('PENDING') ?? '–'}</strong>
        </Link>
        <Link className="tile tile-link" to={{ ...NOTHING_OPEN, view: 'approvals', status: 'unknown' }}>
          <span className="tile-name">{activity.unknown}</span>
          <strong className={data?.byStatus.OUTCOME_UNKNOWN ? 'tile-alarm' : ''}>
            {count('OUTCOME_UNKNOWN') ?? '–'}
          </strong>
        </Link>
      </div>
    </section>
  );
};

const LastDay = ({ stats: { hours } }: { readonly stats: ApprovalStatsBody }) => {
  const { locale, texts } = useLanguage();
  const { activity } = texts;
  const of = (name: 'asked' | 'decided' | 'expired' | 'medianDecideMs'): readonly HourValue[] =>
    hours.map((hour) => ({ at: hour.at, value: hour[name] }));
  const asked = totalOf(of('asked'));
  const isQuiet = asked + totalOf(of('decided')) + totalOf(of('expired')) === 0;
  return (
    <>
      {isQuiet && <p className="activity-quiet">{activity.nothing}</p>}
      <div className="activity-charts">
        {(['asked', 'decided', 'expired'] as const).map((name) => {
          const total = totalOf(of(name)).toLocaleString(locale);
          return (
            <Tile key={name} name={activity[name]} value={total}>
              <Bars
                hours={of(name)}
                tone={name}
                label={activity.chart(activity[name], total)}
                words={(value = 0) => value.toLocaleString(locale)}
              />
            </Tile>
          );
        })}
        <Median hours={of('medianDecideMs')} />
      </div>
      <HoursTable hours={hours} />
    </>
  );
};

const Median = ({ hours }: { readonly hours: readonly HourValue[] }) => {
  const { locale, texts } = useLanguage();
  const { activity } = texts;
  const words = (value: number | undefined): string =>
    value === undefined ? activity.noDecision : durationWords(value, locale);
  const last = latest(hours);
  const hour = last && hourOf(last.at, locale);
  return (
    <Tile
      name={activity.medianLatest}
      value={words(last?.value)}
      hint={hour && activity.medianHint(activity.hours(hour.from, hour.to))}
    >
      <Bars hours={hours} tone="median" label={activity.chart(activity.median, words(last?.value))} words={words} />
    </Tile>
  );
};

const Tile = ({
  name,
  value,
  hint,
  children,
}: {
  readonly name: string;
  readonly value: string;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}) => (
  <div className="tile">
    <h3 className="tile-name">{name}</h3>
    <strong>{value}</strong>
    {hint && <small>{hint}</small>}
    {children}
  </div>
);
