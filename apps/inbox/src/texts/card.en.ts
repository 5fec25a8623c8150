import type { EventFacts } from '../present/event-words.js';

const listed = (members: readonly string[], word: string): string =>
  members.length < 2 ? members.join('') : `${members.slice(0, -1).join(', ')} ${word} ${members.at(-1)}`;

const by =
  (text: string, alone: string) =>
  ({ by: person }: EventFacts): string =>
    person === undefined ? alone : `${person} ${text}`;

/** What strategies decided, in English. */
export const traceEn = {
  ask: (strategy: string) => `${strategy} asks a person`,
  approve: (strategy: string) => `${strategy} approves`,
  reject: (strategy: string) => `${strategy} rejects`,
  abstain: (strategy: string) => `${strategy} does not decide`,
  error: (strategy: string) => `${strategy} failed`,
  shadow: '(a trial without effect)',
};

/** What happened, in English. */
export const eventsEn = {
  PENDING: 'Approval requested',
  VOTED: by('approved', 'A person approved'),
  APPROVED: 'Approved',
  REJECTED: by('rejected it', 'Rejected'),
  RESPONDED: by('answered in place of the tool', 'A person answered in place of the tool'),
  EXPIRED: 'Expired without a decision',
  CANCELLED: by('canceled it', 'Canceled'),
  LAPSED: 'The approval was not used in time',
  REVOKED: 'Revoked before the call ran',
  EXECUTING: 'The call started',
  SUCCEEDED: 'The call returned its result',
  FAILED: 'The call failed',
  OUTCOME_UNKNOWN: 'The outcome of the call is unknown',
  ABANDONED: 'The outcome will never be known',
  VOTE_LOST: ({ voter }: EventFacts) => `The vote of ${voter} no longer counts`,
  EDITED: by('changed the arguments', 'The arguments were changed'),
  ASKED_AGAIN: 'Asked again, because the tool has changed',
  QUESTION_ANSWERED: by('answered the question', 'The question was answered'),
  NOTED: by('rejected it too late', 'A rejection came too late'),
  SUSPENDED: 'The run waits for a decision',
  SETTLED: 'Everything was decided',
  RESUMED: 'The run resumed',
  RELEASED: 'The run paused',
  PARKED: 'The run was parked',
  RETRIED: by('retried the run', 'The run was retried'),
  LEASE_LOST: 'The process that resumed the run was lost',
  BATCH: ({ round, calls }: EventFacts) =>
    calls === 1 ? `Round ${round} began with 1 call` : `Round ${round} began with ${calls} calls`,
  STARTED: ({ call, attempt }: EventFacts) =>
    attempt > 1 ? `Call ${call} started, attempt ${attempt}` : `Call ${call} started`,
  FINISHED: ({ call }: EventFacts) => `Call ${call} ended`,
  RECONCILED: ({ by: person, call }: EventFacts) =>
    person === undefined
      ? `The outcome of call ${call} is now known`
      : `${person} reported the outcome of call ${call}`,
  ANSWERED: 'The model answered',
  COMPLETED: 'The run ended with its answer',
  CANCELING: by('canceled the run; it ends when every outcome is known', 'The run is being canceled'),
  RUN_FAILED: 'The run failed',
  RUN_CANCELLED: by('canceled the run', 'The run was canceled'),
  CLOSED: 'The conversation was updated',
};

/** Who must decide, in English. */
export const requirementEn = {
  anyone: (quorum: number) => (quorum === 1 ? 'Any approver' : `Any ${quorum} approvers`),
  group: (quorum: number, members: readonly string[]) =>
    quorum === 1 ? listed(members, 'or') : `${quorum} from ${listed(members, 'or')}`,
  fourEyes: (requester: string) => `Four eyes: ${requester} made this request and may not decide it.`,
  onlyRequester: (requester: string) => `Only ${requester} may answer.`,
  noEdit: 'The arguments may not be changed.',
  timeoutCancels: 'If it expires, the whole run is canceled.',
  whyNot: {
    requesterAsked: 'You made this request. Another person must decide it.',
    notRequester: (requester: string) => `Only ${requester} may answer this call.`,
    otherGroup: (roles: readonly string[], users: readonly string[]) =>
      roles.length === 0
        ? `Only ${listed(users, 'or')} may decide this.`
        : `Only a person with the role ${listed(roles, 'or')}${users.length > 0 ? `, or ${listed(users, 'or')},` : ''} may decide this.`,
    decided: 'This has been decided.',
    damaged: 'The stored arguments were altered, so this cannot be approved. Cancel it.',
    unknown: 'You may not decide this.',
  },
};

/** The card of one approval, in English. */
export const cardEn = {
  question: 'Question',
  answer: 'Answer',
  facts: 'What is requested',
  requestedBy: 'Requested by',
  runsIn: 'Runs in',
  asked: 'Asked',
  expires: 'Expires',
  conversation: 'Conversation',
  openRun: 'Open the run',
  openOuter: 'Open the run that waits for it',
  id: 'Approval ID',
  useUntil: 'Must start by',
  destructive: 'Effect may be permanent',
  moreBelow: 'More arguments below',
  less: (amount: string) => `${amount} less`,
  more: (amount: string) => `${amount} more`,
  cancel: {
    open: 'Cancel this request',
    title: 'Cancel this request',
    scope: 'What to cancel',
    send: { call: 'Cancel this call', run: 'Cancel the whole run' },
    hints: {
      call: 'This call does not run. The model is informed, and the run continues after its other calls are decided.',
      run: 'No other call of this run starts. Calls that were started keep their effect. The model is not called again.',
    },
    reason: 'Reason',
    reasonHint: 'It is stored, and each person who may see the run can read it.',
    done: { call: 'The call is canceled.', run: 'The run is canceled.' },
  },
  you: 'you',
  notFound: {
    title: 'This approval is not here',
    text: 'It does not exist, or you may not see it. Check the link, or sign in as another person.',
  },
  failed: {
    title: 'The approval could not be loaded',
    text: 'The server did not answer as expected. Try again.',
  },
  outcome: {
    by: (person: string) => `By ${person}`,
    PENDING: '',
    APPROVED: 'Approved. The call runs as soon as every call of this round is decided.',
    REJECTED: 'Rejected. The call does not run, and the model receives the reason.',
    RESPONDED: 'Answered by a person. The call does not run.',
    EXPIRED: 'Expired. No one decided in time, so the call does not run.',
    CANCELLED: 'Canceled. The call does not run.',
    LAPSED: 'Approved, but not used in time. The call does not run.',
    REVOKED: 'Revoked. The call does not run.',
    EXECUTING: 'Approved. The call is running.',
    SUCCEEDED: 'Approved. The call has run.',
    FAILED: 'Approved. The call ran and failed.',
    OUTCOME_UNKNOWN: 'Approved and started, but its outcome is unknown.',
    ABANDONED: 'Approved and started. Its outcome will never be known.',
    settle: 'Open the run to report the outcome',
    response: 'The answer that the model received',
    afterExpiry: {
      reject: (requester: string) =>
        `The model was informed, and the run continues without this call. If it is still needed, ask ${requester} to request it again.`,
      cancel: (requester: string) =>
        `The whole run was canceled. If it is still needed, ask ${requester} to request it again.`,
    },
  },
  damaged: {
    title: 'The stored arguments were altered',
    text: 'They do not match the hash that was stored with the request, so no person can approve this. Cancel it, and find out who can write to the database.',
  },
  toolChanged: {
    title: 'The tool has changed since the request',
    text: 'The form shows the schema of the request. If you approve, you are asked again about the tool as it is now.',
  },
  askedAgain: 'Asked again, because the tool has changed',
  tool: {
    description: 'Description',
    added: (name: string) => `New parameter: ${name}`,
    removed: (name: string) => `Removed parameter: ${name}`,
    changed: (name: string) => `Changed parameter: ${name}`,
    required: 'required',
    optional: 'optional',
    anyType: 'any value',
    oneOf: (values: string) => `one of ${values}`,
    other: 'Another part of its definition is different.',
  },
  hidden: {
    title: 'This request contains characters that are easy to miss',
    bidi: (count: number) =>
      count === 1
        ? '1 character changes the direction of the text, so it may read differently from what is sent.'
        : `${count} characters change the direction of the text, so it may read differently from what is sent.`,
    invisible: (count: number) => (count === 1 ? '1 invisible character.' : `${count} invisible characters.`),
    control: (count: number) => (count === 1 ? '1 control character.' : `${count} control characters.`),
    lookalike: (count: number) =>
      count === 1
        ? '1 letter looks Latin and is from another alphabet, so a name or an address may be forged.'
        : `${count} letters look Latin and are from another alphabet, so a name or an address may be forged.`,
    advice: 'Each of them is marked where it occurs.',
  },
  same: {
    title: 'Another request with the same values waits',
    text: (requester: string) => `${requester} requested the same call. If you approve both, it runs twice.`,
    open: 'Open the other request',
  },
  withoutArguments: 'The arguments are too large for this view.',
  readInFull: 'Read in full',
  arguments: 'Arguments',
  noArguments: 'This call has no arguments.',
  removedArguments: 'The arguments are no longer stored. They were removed',
  shownAs: 'Show the arguments as',
  form: 'Form',
  json: 'JSON',
  copy: 'Copy as JSON',
  copied: 'Copied',
  copyFailed: 'The browser did not allow copying. Select the JSON and copy it.',
  notSet: (labels: readonly string[]) => `Not set: ${labels.join(', ')}`,
  unnamed: 'not in the schema',
  misfit: 'does not fit the schema',
  yes: 'Yes',
  no: 'No',
  none: 'None',
  emptyText: 'Empty text',
  emptyList: 'Empty list',
  emptyObject: 'No values',
  item: (number: number) => `Item ${number}`,
  sentAs: (exact: string) => `sent as ${exact}`,
  noCurrency: 'no currency stated',
  showSecret: 'Show',
  hideSecret: 'Hide',
  secret: 'Hidden, because it looks like a secret',
  showAllLines: (lines: string) => `Show all ${lines} lines`,
  showAllItems: (count: number) => `Show all ${count} items`,
  showWholeText: 'Show the whole text',
  showLess: 'Show less',
  lines: (count: string) => `${count} lines`,
  fold: 'Fold',
  why: 'Why a person decides',
  others: (count: number) =>
    count === 1 ? '1 strategy leaves it to others' : `${count} strategies leave it to others`,
  who: 'Who decides',
  quorum: (votes: number, quorum: number) => `${votes} of ${quorum}`,
  voted: 'Approved',
  mayDecide: 'May still decide',
  noOneLeft: 'The directory names no other person who may decide.',
  changes: 'Changed arguments',
  changedBy: (person: string) => `Changed by ${person}`,
  votesRestarted: 'A change starts the votes again.',
  beforeMissing: 'The earlier arguments are too large for this view.',
  unchanged: 'No value changes.',
  before: 'Before',
  after: 'After',
  notes: 'Rejections that came too late',
  history: 'History',
  historyFailed: 'The history could not be loaded.',
  earlier: (count: number) => (count === 1 ? 'Show 1 earlier event' : `Show ${count} earlier events`),
};
