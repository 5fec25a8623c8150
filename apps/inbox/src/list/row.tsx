import { memo } from 'react';
import type { ListedApprovalBody, PrincipalBody } from 'toolgate/http/client';
import { hrefOf } from '../address/use-address.js';
import { Checkbox } from '../parts/checkbox.js';
import { Icon, type IconName } from '../parts/icon.js';
import { followLink } from '../parts/link.js';
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
  /** The query of the address, which the link of the row changes. A row reads the address only when it is rendered. */
  readonly query: string;
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
    <li className={`row ${state}`} aria-setsize={size} aria-posinset={index + 1} style={{ insetBlockStart: start }}>
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
      <a
        id={rowId(id)}
        className="row-link"
        href={hrefOf({ approval: id })}
        tabIndex={isFocusable ? 0 : -1}
        aria-current={isOpen ? 'true' : undefined}
        onFocus={() => onActive(id)}
        onClick={(event) => {
          // A plain click opens it beside the list, and its keys are then those of the card.
          if (!followLink(event, { approval: id })) return;
          onActive(id);
          setTimeout(focusDetail);
        }}
      >
        <RowText approval={approval} label={label} line={line} me={props.me} />
      </a>
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
    const votes = status === 'PENDING' ? severalVotes(approval) : undefined;
    const mark = markOf(approval, me);
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
            // Beside the votes and the mark, a message would have room for one letter.
            <span className={votes && mark ? 'row-message row-message-hidden' : 'row-message'}>
              <OneLine text={message} />
            </span>
          )}
          {(votes || mark) && (
            <span className="row-marks">
              {votes && <span className="row-votes">{list.votes(votes.given, votes.needed)}</span>}
              {mark && <Mark kind={mark} />}
            </span>
          )}
        </span>
      </>
    );
  },
);

type MarkKind = 'damaged' | 'voted' | 'cannotDecide';

const MARKS: Readonly<Record<MarkKind, readonly [IconName, className: string]>> = {
  damaged: ['alert', 'row-mark row-mark-bad'],
  voted: ['check', 'row-mark'],
  cannotDecide: ['lock', 'row-mark'],
};

/** Why an approval is not the person's to decide; nothing if it is, or if it waits no longer. */
const markOf = (approval: ListedApprovalBody, me: PrincipalBody | undefined): MarkKind | undefined => {
  if (approval.status !== 'PENDING') return undefined;
  if (approval.damaged !== undefined) return 'damaged';
  if (hasVoted(approval, me?.id)) return 'voted';
  return me && !mayDecide(approval, me) ? 'cannotDecide' : undefined;
};

const Mark = ({ kind }: { readonly kind: MarkKind }) => {
  const [icon, className] = MARKS[kind];
  return (
    <span className={className}>
      <Icon name={icon} />
      {useTexts().list[kind]}
    </span>
  );
};
