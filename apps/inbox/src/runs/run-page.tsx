import { ApprovalsProblem, type RunBody } from 'toolgate/http/client';
import { CardSkeleton } from '../card/card-skeleton.js';
import { useRun } from '../data/queries.js';
import { Button } from '../parts/button.js';
import { EmptyState } from '../parts/empty-state.js';
import { Icon } from '../parts/icon.js';
import { Link } from '../parts/link.js';
import { RunStatusBadge } from '../parts/status-badge.js';
import { AbsoluteTime, RelativeTime } from '../parts/time.js';
import { VisibleText } from '../parts/visible-text.js';
import { labelOf } from '../present/field-labels.js';
import { useTexts } from '../texts/texts.js';
import { Fact } from './fact.js';
import { CancelRun, ResumeRun } from './run-actions.js';
import { RunAttempts } from './run-attempts.js';
import { RunCalls } from './run-calls.js';
import { RunTimeline } from './run-timeline.js';
import { WaitingBadge, waitsForAttention } from './waiting-badge.js';
import { waitsFor } from './waits-for.js';

/** One run: what it waits for, its calls, what happened, and what a person can do. */
export const RunPage = ({ id }: { readonly id: string }) => {
  const { runs, app } = useTexts();
  const { data: run, error, refetch } = useRun(id);
  if (run) return <OpenRun run={run} />;
  if (!error) return <CardSkeleton />;
  const isGone = error instanceof ApprovalsProblem && (error.status === 404 || error.status === 403);
  const { title, text } = isGone ? runs.notFound : runs.failed;
  return (
    <EmptyState title={title} text={text}>
      {!isGone && <Button onClick={() => void refetch()}>{app.retry}</Button>}
    </EmptyState>
  );
};

const OpenRun = ({ run }: { readonly run: RunBody }) => {
  const { runs } = useTexts();
  return (
    <article className="run">
      <Link className="run-back no-print" to={{ run: undefined }}>
        <Icon name="back" />
        {runs.back}
      </Link>
      <header className="run-head">
        {waitsForAttention(run) ? <WaitingBadge run={run} /> : <RunStatusBadge status={run.status} />}
        <h1 tabIndex={-1}>
          <VisibleText text={runs.of(run.requester)} />
        </h1>
        <p>
          <VisibleText text={waitsFor(run, runs)} />
        </p>
      </header>
      {run.answer !== undefined && (
        <section>
          <h2>{runs.answer}</h2>
          <p className="run-answer">
            <VisibleText text={run.answer} />
          </p>
        </section>
      )}
      <RunCalls run={run} />
      <div className="run-choices">
        <ResumeRun run={run} />
        {run.parked && <CancelRun run={run} />}
      </div>
      <RunAttempts run={run} />
      <Facts run={run} />
      <RunTimeline id={run.id} />
      {!run.parked && <CancelRun run={run} />}
    </article>
  );
};

const Facts = ({ run }: { readonly run: RunBody }) => {
  const { facts, kinds, openOuter } = useTexts().runs;
  const { requester, kind, client, conversation, createdAt, round, failures, retryAt, id, parent } = run;
  return (
    <dl className="run-facts">
      <Fact name={facts.requester}>{<VisibleText text={requester} />}</Fact>
      {kind === 'turn' ? <Fact name={facts.client}>{client}</Fact> : <Fact name={facts.kind}>{kinds[kind]}</Fact>}
      {conversation !== undefined && <Fact name={facts.conversation}>{<VisibleText text={conversation} />}</Fact>}
      {parent && (
        <Fact name={facts.outer}>
          <Link to={{ run: parent.runId }}>{openOuter(labelOf(parent.toolName))}</Link>
        </Fact>
      )}
      <Fact name={facts.since}>
        <AbsoluteTime at={createdAt} />
      </Fact>
      {kind === 'turn' && <Fact name={facts.round}>{round + 1}</Fact>}
      {failures > 0 && <Fact name={facts.attempts}>{failures}</Fact>}
      {retryAt !== undefined && run.status === 'suspended' && (
        <Fact name={facts.next}>
          <RelativeTime at={retryAt} />
        </Fact>
      )}
      <Fact name={facts.id}>
        <code>{id}</code>
      </Fact>
    </dl>
  );
};
