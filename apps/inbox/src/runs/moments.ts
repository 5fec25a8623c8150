import type { EventSentence } from '../present/event-words.js';

/** Events that happened within a second, with the time of the first. */
export interface Moment {
  readonly at: string;
  readonly events: readonly EventSentence[];
}

const TOGETHER_MS = 1000;

/** Groups events by the moment, oldest first. */
export const momentsOf = (events: readonly EventSentence[]): readonly Moment[] => {
  const moments: { at: string; events: EventSentence[] }[] = [];
  for (const event of events) {
    const last = moments.at(-1);
    if (last && Date.parse(event.at) - Date.parse(last.at) < TOGETHER_MS) last.events.push(event);
    else moments.push({ at: event.at, events: [event] });
  }
  return moments;
};
