import { visibleText } from '#core';
import type { ApprovalNotice, NoticeKind } from 'toolgate/approval';

interface SlackText {
  readonly type: 'mrkdwn';
  readonly text: string;
  /** Slack then makes no links and mentions of its own. */
  readonly verbatim: true;
}

/** A message to an incoming webhook of Slack. */
export interface SlackMessage {
  /** What a notification shows. */
  readonly text: string;
  readonly blocks: readonly {
    readonly type: 'section' | 'context';
    readonly text?: SlackText;
    readonly elements?: readonly SlackText[];
  }[];
}

const TITLES: Readonly<Record<NoticeKind, string>> = {
  asked: 'Approval required',
  decided: 'Decided',
  expired: 'Expired',
  unknown: 'Outcome unknown',
  parked: 'Run parked',
};

const STATUS: Readonly<Record<string, string>> = {
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  RESPONDED: 'Answered',
  CANCELLED: 'Canceled',
  REVOKED: 'Revoked',
};

/** Slack accepts 3,000 characters in a text. Escapes make it at most five times as long. */
const LONGEST = 500;

/** Returns the `format` of a WebhookChannel for an incoming webhook of Slack. No text of a notice can format the message. */
export const slackFormat =
  () =>
  (notice: ApprovalNotice): SlackMessage => {
    const title = titleOf(notice);
    const facts = factsOf(notice).map(([name, value]) => `${name}: ${escaped(value)}`);
    const link = notice.link === undefined ? [] : [`<${linkTo(notice.link)}|Open in the inbox>`];
    return {
      text: title,
      blocks: [
        { type: 'section', text: textOf([`*${title}*`, ...link, ...detailsOf(notice)].join('\n')) },
        { type: 'context', elements: [textOf(facts.join(' · '))] },
      ],
    };
  };

const titleOf = ({ kind, toolName, status, answeredBy }: ApprovalNotice): string => {
  const asks = answeredBy ? 'An answer of the requester is required' : TITLES.asked;
  const title =
    kind === 'asked' ? asks : kind === 'decided' ? ((status && STATUS[status]) ?? TITLES.decided) : TITLES[kind];
  return toolName === undefined ? title : `${title}: ${escaped(toolName)}`;
};

const factsOf = ({ tenant, expiresAt, at, runId }: ApprovalNotice): readonly (readonly [string, string])[] => [
  ['tenant', tenant],
  ['run', runId],
  expiresAt === undefined ? ['at', at] : ['expires', expiresAt],
];

const detailsOf = ({ description, details }: ApprovalNotice): readonly string[] => {
  const { message, reason, requester, arguments: input, decidedBy, decisionReason } = details ?? {};
  const named = { requester, decidedBy, decisionReason, reason, arguments: input && JSON.stringify(input) };
  return [
    ...[description, message].filter((text) => text !== undefined).map(escaped),
    ...Object.entries(named).flatMap(([name, text]) => (text === undefined ? [] : [`${name}: ${escaped(text)}`])),
  ];
};

const textOf = (text: string): SlackText => ({ type: 'mrkdwn', text: text.slice(0, 3000), verbatim: true });

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Adds a space without width after each mark, so that Slack formats nothing. */
const escaped = (text: string): string =>
  visibleText(text.slice(0, LONGEST))
    .replaceAll(/[&<>]/g, (mark) => MARKS[mark] ?? mark)
    .replaceAll(/[*_~`]/g, (mark) => `${mark}\u200b`);

const linkTo = (link: string): string =>
  link.replaceAll('|', '%7C').replaceAll(/[&<>]/g, (mark) => MARKS[mark] ?? mark);
