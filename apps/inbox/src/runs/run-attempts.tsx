import type { RunBody } from 'toolgate/http/client';
import { VisibleText } from '../parts/visible-text.js';
import { useTexts } from '../texts/texts.js';
import { ClockTime } from './run-timeline.js';

/** The failed attempts of a parked run, latest first. The server sends the errors to administrators only. */
export const RunAttempts = ({ run: { parked, attempts = [] } }: { readonly run: RunBody }) => {
  const name = useTexts().runs.facts.attempts;
  if (!parked || attempts.length === 0) return null;
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      <ol className="run-moments">
        {attempts.toReversed().map(({ at, error = '' }, index) => (
          <li key={index}>
            <ClockTime at={at} />
            <VisibleText text={error} />
          </li>
        ))}
      </ol>
    </section>
  );
};
