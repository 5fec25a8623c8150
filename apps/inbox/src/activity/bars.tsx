import { type KeyboardEvent, useState } from 'react';
import { useLanguage } from '../texts/texts.js';
import { hourOf, type HourValue } from './hour-words.js';

const WIDTH = 240;
const HEIGHT = 56;
const LEAST = 2;

const MOVES: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

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
  const [chosen, setChosen] = useState<number>();
  const choose = (event: KeyboardEvent): void => {
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    setChosen((index = hours.length) => Math.min(hours.length - 1, Math.max(0, index + move)));
  };
  const leave = (): void => setChosen(undefined);
  return (
    <figure className={`bars bars-${tone}`}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        tabIndex={0}
        onKeyDown={choose}
        onMouseLeave={leave}
        onBlur={leave}
      >
        <Columns hours={hours} chosen={chosen} onChoose={setChosen} />
      </svg>
      <Caption hours={hours} chosen={chosen} words={words} />
    </figure>
  );
};

const Columns = ({
  hours,
  chosen,
  onChoose,
}: {
  readonly hours: readonly HourValue[];
  readonly chosen: number | undefined;
  readonly onChoose: (index: number) => void;
}) => {
  const most = Math.max(1, ...hours.map(({ value }) => value ?? 0));
  const step = WIDTH / Math.max(1, hours.length);
  return hours.map(({ at, value = 0 }, index) => {
    const height = value === 0 ? LEAST : Math.max(LEAST * 2, (value / most) * HEIGHT);
    return (
      <g key={at} className={index === chosen ? 'bar bar-chosen' : 'bar'} onMouseEnter={() => onChoose(index)}>
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
  });
};

const Caption = ({
  hours,
  chosen,
  words,
}: {
  readonly hours: readonly HourValue[];
  readonly chosen: number | undefined;
  readonly words: (value: number | undefined) => string;
}) => {
  const { locale, texts } = useLanguage();
  const shown = chosen === undefined ? undefined : hours[chosen];
  const first = hours[0] && hourOf(hours[0].at, locale).from;
  if (!shown) {
    return (
      <figcaption>
        <span>{first}</span>
        <span>{texts.activity.untilNow}</span>
      </figcaption>
    );
  }
  const { from, to } = hourOf(shown.at, locale);
  return (
    <figcaption aria-live="polite">
      {texts.activity.hours(from, to)}: {words(shown.value)}
    </figcaption>
  );
};
