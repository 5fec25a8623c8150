import { type ReactNode, useMemo } from 'react';
import type { ApprovalBody } from 'toolgate/http/client';
import { useMe } from '../data/queries.js';
import { Icon } from '../parts/icon.js';
import { Link } from '../parts/link.js';
import { Badge, StatusBadge } from '../parts/status-badge.js';
import { AbsoluteTime, RelativeTime, TimeLeft } from '../parts/time.js';
import { VisibleText } from '../parts/visible-text.js';
import { labelOf } from '../present/field-labels.js';
import { fieldsOf } from '../present/fields.js';
import { keyFactsOf, keyLabelOf } from '../present/key-facts.js';
import { useTexts } from '../texts/texts.js';
import { CancelCall } from './cancel-call.js';
import { HiddenNotice } from './notices.js';
import { Value } from '../parts/value.js';

/** What is requested, by whom, and until when: what a person reads first. */
export const CardHead = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { keys, card } = useTexts();
  const { toolName, description, status, expiresAt, message, hints } = approval;
  const title = labelOf(toolName);
  return (
    <header className="card-head">
      <Link className="card-back no-print" to={{ approval: undefined }}>
        <Icon name="back" />
        {keys.back}
      </Link>
      <div className="card-warning">
        <HiddenNotice approval={approval} />
      </div>
      <div className="card-standing">
        <StatusBadge status={status} />
        {status === 'PENDING' && <TimeLeft until={expiresAt} />}
        {hints?.destructive && (
          <Badge tone="warn" icon="alert">
            {card.destructive}
          </Badge>
        )}
      </div>
      <div className="card-title">
        <h1>
          <VisibleText text={title} />
        </h1>
        {title !== toolName && (
          <code>
            <VisibleText text={toolName} />
          </code>
        )}
      </div>
      {description && (
        <p className="card-description">
          <VisibleText text={description} />
        </p>
      )}
      <Facts approval={approval} />
      {message && (
        <p className="card-message">
          <VisibleText text={message} />
        </p>
      )}
      <Origin approval={approval} />
    </header>
  );
};

const Facts = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { card } = useTexts();
  const { data: me } = useMe();
  const { arguments: args, inputSchema, requester, application } = approval;
  const { money, targets, date } = useMemo(() => keyFactsOf(fieldsOf(inputSchema, args ?? {})), [args, inputSchema]);
  return (
    <dl className="facts" aria-label={card.facts}>
      {money && (
        <Fact label={keyLabelOf(money)} className="fact-money">
          <Value field={money} />
        </Fact>
      )}
      {targets.map((field) => (
        <Fact key={field.path.join('/')} label={keyLabelOf(field)}>
          <Value field={field} isShort />
        </Fact>
      ))}
      {date && (
        <Fact label={keyLabelOf(date)}>
          <Value field={date} />
        </Fact>
      )}
      <Fact label={card.requestedBy}>
        <VisibleText text={requester} />
        {me?.id === requester && <small className="fact-you">{card.you}</small>}
      </Fact>
      {application !== undefined && (
        <Fact label={card.runsIn}>
          <VisibleText text={application} />
        </Fact>
      )}
    </dl>
  );
};

const Fact = ({
  label,
  className = '',
  children,
}: {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}) => (
  <div className={`fact ${className}`}>
    <dt>
      <VisibleText text={label} />
    </dt>
    <dd>{children}</dd>
  </div>
);

const Origin = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { card } = useTexts();
  const { id, status, createdAt, expiresAt, conversation, runId, outerRunId } = approval;
  return (
    <ul className="card-origin">
      <li>
        {card.asked} <RelativeTime at={createdAt} />
      </li>
      {status === 'PENDING' && (
        <li>
          {card.expires} <AbsoluteTime at={expiresAt} />
        </li>
      )}
      {conversation !== undefined && (
        <li>
          {card.conversation}{' '}
          <code>
            <VisibleText text={conversation} />
          </code>
        </li>
      )}
      <li className="no-print">
        <Link to={{ view: 'runs', run: runId, approval: undefined }}>{card.openRun}</Link>
      </li>
      {outerRunId !== undefined && (
        <li className="no-print">
          <Link to={{ view: 'runs', run: outerRunId, approval: undefined }}>{card.openOuter}</Link>
        </li>
      )}
      <li className="only-print">
        {card.id} <code>{id}</code>
      </li>
      <CancelCall approval={approval} />
    </ul>
  );
};
