import { useState } from 'react';
import type { RunBody, RunSlotBody } from 'toolgate/http/client';
import { useMe } from '../data/queries.js';
import { Button } from '../parts/button.js';
import { Link } from '../parts/link.js';
import { Badge, type BadgeTone } from '../parts/status-badge.js';
import type { IconName } from '../parts/icon.js';
import { labelOf } from '../present/field-labels.js';
import type { Texts } from '../texts/en.js';
import { VisibleText } from '../parts/visible-text.js';
import { useTexts } from '../texts/texts.js';
import { SettleDialog } from './settle-dialog.js';
import { UnknownCall, UnknownHelp } from './unknown-call.js';
import { stateOf } from './waits-for.js';

const LOOKS: Readonly<Record<keyof Texts['runs']['state'], readonly [BadgeTone, IconName]>> = {
  waits: ['info', 'clock'],
  ready: ['neutral', 'clock'],
  started: ['info', 'play'],
  done: ['good', 'check'],
  unknown: ['warn', 'question'],
  waiting: ['info', 'clock'],
};

/** The calls of the batch that a run is at. */
export const RunCalls = ({ run }: { readonly run: RunBody }) => {
  const { runs } = useTexts();
  const [settled, setSettled] = useState<RunSlotBody>();
  return (
    <section>
      <h2>{runs.calls}</h2>
      {run.slots.length === 0 && <p className="run-none">{runs.noCalls}</p>}
      <ul className="run-calls">
        {run.slots.map((slot) => (
          <Call key={slot.index} run={run} slot={slot} onSettle={() => setSettled(slot)} />
        ))}
      </ul>
      {settled && <SettleDialog run={run} slot={settled} onClose={() => setSettled(undefined)} />}
    </section>
  );
};

const Call = ({
  run,
  slot,
  onSettle,
}: {
  readonly run: RunBody;
  readonly slot: RunSlotBody;
  readonly onSettle: () => void;
}) => {
  const { runs } = useTexts();
  const state = stateOf(slot, run);
  const [tone, icon] = LOOKS[state];
  return (
    <li>
      <div className="run-call-name">
        <strong>
          <VisibleText text={labelOf(slot.toolName)} />
        </strong>
        <code>
          <VisibleText text={slot.toolName} />
        </code>
      </div>
      <Badge tone={tone} icon={icon}>
        {runs.state[state]}
      </Badge>
      {slot.attempt > 0 && <span className="run-none">{runs.attempt(slot.attempt)}</span>}
      <span className="run-call-actions no-print">
        {slot.approvalId !== undefined && (
          <Link to={{ view: 'approvals', approval: slot.approvalId, run: undefined, status: undefined }}>
            {runs.openApproval}
          </Link>
        )}
        {slot.innerRunId !== undefined && <Link to={{ run: slot.innerRunId }}>{runs.openInner}</Link>}
        {state === 'unknown' && <Report onSettle={onSettle} />}
      </span>
      {state === 'unknown' && (
        <div className="run-call-unknown">
          <UnknownCall run={run} slot={slot} />
          <UnknownHelp />
        </div>
      )}
    </li>
  );
};

const Report = ({ onSettle }: { readonly onSettle: () => void }) => {
  const { settle } = useTexts().runs;
  const { data: me } = useMe();
  if (!me?.administrator) return <span className="run-none">{settle.byAdministrator}</span>;
  return (
    <Button look="primary" size="small" onClick={onSettle}>
      {settle.open}
    </Button>
  );
};
