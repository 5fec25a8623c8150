import { type MouseEvent, memo } from 'react';
import type { ListedApprovalBody, PrincipalBody } from 'toolgate/http/client';
import { Checkbox } from '../parts/checkbox.js';
import { Icon } from '../parts/icon.js';
import { Link } from '../parts/link.js';
import { StatusBadge } from '../parts/status-badge.js';
import { TimeLeft } from '../parts/time.js';
import { serverNow } from '../data/server-clock.js';
import { labelOf } from '../present/field-labels.js';
import { useLanguage, useTexts } from '../texts/texts.js';
import { focusDetail, rowId } from './focus.js';
import { OneLine } from './one-line.js';
import { lineOf } from '../present/line-of.js';
import { hasVoted, mayDecide, severalVotes } from './standing.js';
import { tellingLine } from './telling-line.js';

interface RowProps {
  readonly approval: ListedApprovalBody;
  readonly index: number;
  /** The number of rows; -1 if more exist on the server. */
  readonly size: number;
  readonly start: number;
  readonly me: PrincipalBody | undefined;
  readonly isOpen: boolean;
  readonly isTicked: boolean;
  readonly isFocusable: boolean;
  readonly isNew: boolean;
  readonly onActive: (id: string) => void;
  readonly onTick: (approval: ListedApprovalBody, withShift: boolean) => void;
}

/** One approval in a line or three: what would happen, for whom, and how much time is left. */
export const Row = memo((props: RowProps) => {
  const { approval, index, size, start, isOpen, isTicked, isFocusable, isNew, onActive, onTick } = props;
  const { locale, texts } = useLanguage();
  const { list } = texts;
  const { id, toolName, status, requester } = approval;
  const label = labelOf(toolName);
  const line = tellingLine(approval, { locale, now: serverNow() });
  const isWaiting = status === 'PENDING';
  const state = [isOpen && 'row-open', isTicked && 'row-ticked', isNew && 'row-new'].filter(Boolean).join(' ');
  return (
    <li
      className={`row ${state}`}
      aria-setsize={size}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${start}px)` }}
    >
      {isWaiting && (
        <span className="row-tick">
          <Checkbox
            label={list.tick(lineOf([label, line, requester].filter(Boolean).join(', ')))}
            hidesLabel
            checked={isTicked}
            onCheck={(_, withShift) => onTick(approval, withShift)}
          />
        </span>
      )}
      <Link
        id={rowId(id)}
        className="row-link"
        to={{ approval: id }}
        tabIndex={isFocusable ? 0 : -1}
        aria-current={isOpen ? 'true' : undefined}
        onFocus={() => onActive(id)}
        onClickCapture={(event: MouseEvent) => {
          // A plain click opens it beside the list, and its keys are then those of the card.
          if (event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
            onActive(id);
            setTimeout(focusDetail);
          }
        }}
      >
        <RowText approval={approval} label={label} line={line} me={props.me} />
      </Link>
    </li>
  );
});

const RowText = memo(
  ({
    approval,
    label,
    line,
    me,
  }: {
    readonly approval: ListedApprovalBody;
    readonly label: string;
    readonly line: string | undefined;
    readonly me: PrincipalBody | undefined;
  }) => {
    const { list } = useTexts();
    const { status, toolName, expiresAt, requester, argumentsBytes, message } = approval;
    const missing = argumentsBytes === undefined ? list.noArguments : list.large;
    return (
      <>
        <span className="row-head">
          <span className="row-tool" title={lineOf(toolName)}>
            <OneLine text={label} />
          </span>
          {status === 'PENDING' ? <TimeLeft until={expiresAt} /> : <StatusBadge status={status} />}
        </span>
        <span className={line ? 'row-line' : 'row-line row-line-missing'}>
          {line ? <OneLine text={line} /> : missing}
        </span>
        <span className="row-foot">
          <span className="row-requester">
            <OneLine text={list.requester(requester)} />
          </span>
          {message && message !== line && (
            <span className="row-message">
              <OneLine text={message} />
            </span>
          )}
          <Marks approval={approval} me={me} />
        </span>
      </>
    );
  },
);

/** What a person should know before opening it: how far the votes are, and why it is not theirs to decide. */
const Marks = ({ approval, me }: { readonly approval: ListedApprovalBody; readonly me: PrincipalBody | undefined }) => {
  const { list } = useTexts();
  const votes = severalVotes(approval);
  if (approval.status !== 'PENDING') return null;
  return (
    <span className="row-marks">
      {votes && <span className="row-votes">{list.votes(votes.given, votes.needed)}</span>}
      {approval.damaged !== undefined ? (
        <span className="row-mark row-mark-bad">
          <Icon name="alert" />
          {list.damaged}
        </span>
      ) : hasVoted(approval, me?.id) ? (
        <span className="row-mark">
          <Icon name="check" />
          {list.voted}
        </span>
      ) : (
        me &&
        !mayDecide(approval, me) && (
          <span className="row-mark">
            <Icon name="lock" />
            {list.cannotDecide}
          </span>
        )
      )}
    </span>
  );
};
