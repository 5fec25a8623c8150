import type { RunBody, RunSlotBody } from 'toolgate/http/client';
import { useApproval, useRunEvents } from '../data/queries.js';
import { CopyButton } from '../parts/copy-button.js';
import { AbsoluteTime, RelativeTime } from '../parts/time.js';
import { Value } from '../parts/value.js';
import { VisibleText } from '../parts/visible-text.js';
import { fieldsOf } from '../present/fields.js';
import { keyFactsOf, keyLabelOf } from '../present/key-facts.js';
import { useTexts } from '../texts/texts.js';
import { Fact } from './fact.js';
import { OUTCOME_TYPES } from './outcome-of.js';

interface UnknownCallProps {
  readonly run: RunBody;
  readonly slot: RunSlotBody;
}

/** What a person looks up in the service: the amount and the target of the call, its start and its key. */
export const UnknownCall = ({ run, slot }: UnknownCallProps) => {
  const { settle } = useTexts().runs;
  const { approvalId, idempotencyKey } = slot;
  return (
    <div className="unknown-call">
      {approvalId === undefined ? <p>{settle.noArguments}</p> : <Arguments approvalId={approvalId} />}
      <dl className="unknown-call-facts">
        <Started run={run} slot={slot} />
        {idempotencyKey !== undefined && (
          <Fact name={settle.key}>
            <code>{idempotencyKey}</code> <CopyButton text={() => idempotencyKey} label={settle.copyKey} />
          </Fact>
        )}
      </dl>
      <p>{settle.keyHint}</p>
    </div>
  );
};

const Arguments = ({ approvalId }: { readonly approvalId: string }) => {
  const { data: approval } = useApproval(approvalId);
  if (!approval?.arguments) return null;
  const { money, targets, date } = keyFactsOf(fieldsOf(approval.inputSchema, approval.arguments));
  const facts = [money, ...targets, date].filter((field) => field !== undefined);
  return (
    <dl className="unknown-call-facts unknown-call-main">
      {facts.map((field) => (
        <Fact key={field.path.join('/')} name={<VisibleText text={keyLabelOf(field)} />}>
          <Value field={field} />
        </Fact>
      ))}
    </dl>
  );
};

const Started = ({ run, slot }: UnknownCallProps) => {
  const { runs } = useTexts();
  const { data: events = [] } = useRunEvents(run.id);
  const started = events.findLast(
    ({ type, data, approvalId }) =>
      (type === 'STARTED' && data?.index === slot.index) ||
      (type === 'EXECUTING' && approvalId !== undefined && approvalId === slot.approvalId),
  );
  if (!started) return null;
  return (
    <Fact name={runs.settle.started}>
      <AbsoluteTime at={started.at} />{' '}
      <span className="no-print">
        (<RelativeTime at={started.at} />)
      </span>{' '}
      · {runs.attempt(slot.attempt)}
    </Fact>
  );
};

/** What is known about a call with an unknown outcome, and what each answer means. */
export const UnknownHelp = () => {
  const { settle } = useTexts().runs;
  return (
    <>
      <p>{settle.text}</p>
      <dl className="unknown-answers" aria-label={settle.answers}>
        {OUTCOME_TYPES.map((type) => (
          <Fact key={type} name={settle[type]}>
            {settle[`${type}Hint`]}
          </Fact>
        ))}
      </dl>
    </>
  );
};
