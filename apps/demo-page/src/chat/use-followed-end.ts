import { useEffect, useRef } from 'react';

const NEAR_PX = 48;

/** Keeps the end of a list in view while it grows, unless the reader has scrolled up. */
export const useFollowedEnd = (items: readonly unknown[], status: string) => {
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (isAtEnd.current && items.length > 0) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [items, status]);
  return {
    list,
    onScroll: (): void => {
      const { scrollHeight, scrollTop, clientHeight } = list.current!;
      isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    },
    follow: (): void => void (isAtEnd.current = true),
  };
};
