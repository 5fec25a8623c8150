import { type RefObject, useEffect, useState } from 'react';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { useTexts } from '../texts/texts.js';

interface Places {
  /** Stands after the arguments. */
  readonly end: RefObject<HTMLElement | null>;
  /** Covers the lower part of the card. */
  readonly bar: RefObject<HTMLElement | null>;
}

/** States above the decision bar that the arguments continue below it, and scrolls to their end. */
export const MoreBelow = ({ end, bar }: Places) => {
  const { card } = useTexts();
  if (!useIsCovered({ end, bar })) return null;
  return (
    <div className="card-more">
      <Button
        size="small"
        onClick={() => end.current?.scrollIntoView({ block: 'center', behavior: isStill() ? 'instant' : 'smooth' })}
      >
        <Icon name="chevron" />
        {card.moreBelow}
      </Button>
    </div>
  );
};

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

// The space below the last argument, which hides nothing when it is covered.
const SPACE_PX = 16;

const useIsCovered = ({ end, bar }: Places): boolean => {
  const [isCovered, setCovered] = useState(false);
  useEffect(() => {
    const [last, cover] = [end.current, bar.current];
    if (!last || !cover) return undefined;
    const look = (): void =>
      setCovered(
        cover.offsetHeight > 0 && last.getBoundingClientRect().top > cover.getBoundingClientRect().top + SPACE_PX,
      );
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
  return isCovered;
};
