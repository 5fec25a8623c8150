import { type RefObject, useEffect, useState } from 'react';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { useTexts } from '../texts/texts.js';

interface Places {
  /** Contains the warnings, which stand before the arguments. */
  readonly notices: RefObject<HTMLElement | null>;
  /** Stands after the arguments. */
  readonly end: RefObject<HTMLElement | null>;
  /** Covers the lower part of the card. */
  readonly bar: RefObject<HTMLElement | null>;
}

/** States above the decision bar that a warning or the arguments continue below it, and scrolls there. */
export const MoreBelow = (places: Places) => {
  const { card, decide } = useTexts();
  const covered = useCovered(places);
  if (!covered) return null;
  return (
    <div className="card-more">
      <Button
        size="small"
        onClick={() =>
          places[covered].current?.scrollIntoView({ block: 'center', behavior: isStill() ? 'instant' : 'smooth' })
        }
      >
        <Icon name="chevron" />
        {covered === 'notices' ? decide.warningBelow : card.moreBelow}
      </Button>
    </div>
  );
};

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

// The space below the last argument, which hides nothing when it is covered.
const SPACE_PX = 16;

// The button above the bar, behind which a warning is not read.
const STRIP_PX = 40;

const useCovered = ({ notices, end, bar }: Places): 'notices' | 'end' | undefined => {
  const [covered, setCovered] = useState<'notices' | 'end'>();
  useEffect(() => {
    const [warnings, last, cover] = [notices.current, end.current, bar.current];
    if (!warnings || !last || !cover) return undefined;
    const look = (): void => {
      const { top, height } = cover.getBoundingClientRect();
      const warned = warnings.getBoundingClientRect();
      const isCovered = height > 0 && last.getBoundingClientRect().top > top + SPACE_PX;
      const isWarningCovered = warned.height > 0 && warned.bottom > top - STRIP_PX;
      setCovered(isCovered ? (isWarningCovered ? 'notices' : 'end') : undefined);
    };
    const over = new AbortController();
    const sizes = new ResizeObserver(look);
    for (const element of [cover, last.parentElement!]) sizes.observe(element);
    addEventListener('scroll', look, { capture: true, passive: true, signal: over.signal });
    addEventListener('resize', look, { signal: over.signal });
    return () => {
      over.abort();
      sizes.disconnect();
    };
  }, []);
  return covered;
};
