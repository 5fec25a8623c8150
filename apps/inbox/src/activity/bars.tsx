import { type KeyboardEvent, useState } from 'react';
import { useLanguage } from '../texts/texts.js';
import { hourOf, type HourValue } from './hour-words.js';

const WIDTH = 240;
const HEIGHT = 56;
const LEAST = 2;

/** Bars by the hour. The pointer or the arrow keys choose an hour, and its value stands below. */
export const Bars = ({
  hours,
  label,
  tone,
  words,
}: {
  readonly hours: readonly HourValue[];
  /** What the chart shows, for people who do not see it. */
  readonly label: string;
  readonly tone: 'asked' | 'decided' | 'median' | 'expired';
  readonly words: (value: number | undefined) => string;
}) => {
  const { locale, texts } = useLanguage();
  const [chosen, setChosen] = useState<number>();
  const most = Math.max(1, ...hours.map(({ value }) => value ?? 0));
  const step = WIDTH / Math.max(1, hours.length);
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (move === undefined) return;
    event.preventDefault();
    setChosen((index = hours.length) => Math.min(hours.length - 1, Math.max(0, index + move)));
  };
  const shown = chosen === undefined ? undefined : hours[chosen];
  const ends = hours[0] && [hourOf(hours[0].at, locale).from, texts.activity.untilNow];
  return (
    <figure className={`bars bars-${tone}`}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onMouseLeave={() => setChosen(undefined)}
        onBlur={() => setChosen(undefined)}
      >
        {hours.map(({ at, value = 0 }, index) => {
          const height = value === 0 ? LEAST : Math.max(LEAST * 2, (value / most) * HEIGHT);
          return (
            <g key={at} className={index === chosen ? 'bar bar-chosen' : 'bar'} onMouseEnter={() => setChosen(index)}>
              <rect className="bar-place" x={index * step} y={0} width={step} height={HEIGHT} />
              <rect
                className={value === 0 ? 'bar-empty' : 'bar-value'}
                x={index * step + step * 0.14}
                y={HEIGHT - height}
                width={step * 0.72}
                height={height}
              />
            </g>
          );
        })}
      </svg>
      <figcaption aria-live="polite">
        {shown ? (
          <span>
            {texts.activity.hours(hourOf(shown.at, locale).from, hourOf(shown.at, locale).to)}: {words(shown.value)}
          </span>
        ) : (
          ends && ends.map((end) => <span key={end}>{end}</span>)
        )}
      </figcaption>
    </figure>
  );
};
