import { useEffect, useRef } from 'react';
import { useAddress } from '../address/use-address.js';
import { EmptyState } from '../parts/empty-state.js';
import { useTexts } from '../texts/texts.js';
import { RunList } from './run-list.js';
import { RunPage } from './run-page.js';

/** The runs with a status, and the one that is open. */
export const RunsPage = () => {
  const { run } = useAddress();
  const { runs } = useTexts();
  const detail = useRef<HTMLElement>(null);
  useEffect(() => {
    if (run) detail.current?.querySelector('h1')?.focus();
  }, [run]);
  return (
    <div className={run ? 'runs runs-open' : 'runs'}>
      <RunList />
      <section className="runs-detail" ref={detail} tabIndex={-1}>
        {run ? <RunPage key={run} id={run} /> : <EmptyState title={runs.pick.title} text={runs.pick.text} />}
      </section>
    </div>
  );
};
