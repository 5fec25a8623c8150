/** What a sentence about an event may name. */
export interface EventFacts {
  readonly by: string | undefined;
  readonly voter: string;
  readonly round: number;
  readonly calls: number;
  readonly call: number;
  readonly attempt: number;
}

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
  shadow: '(only tried out)',
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
  REVOKED: 'Revoked before it ran',
  EXECUTING: 'The call started',
  SUCCEEDED: 'The call returned its result',
  FAILED: 'The call failed',
  OUTCOME_UNKNOWN: 'The outcome of the call is unknown',
  ABANDONED: 'The outcome will never be known',
  VOTE_LOST: ({ voter }: EventFacts) => `The vote of ${voter} no longer counts`,
  EDITED: by('changed the arguments', 'The arguments were changed'),
  NOTED: by('rejected it too late', 'A rejection came too late'),
  SUSPENDED: 'The run waits for a decision',
  SETTLED: 'Everything was decided',
  RESUMED: 'The run resumed',
  RELEASED: 'The run paused',
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
    quorum === 1 ? listed(members, 'or') : `${quorum} of ${listed(members, 'or')}`,
  fourEyes: (requester: string) => `Four eyes: ${requester} made this request and may not decide it.`,
  onlyRequester: (requester: string) => `Only ${requester} may answer, because the call runs on their device.`,
  noEdit: 'The arguments may not be changed.',
  timeoutCancels: 'If it expires, the whole run is canceled.',
  whyNot: {
    requesterAsked: 'You made this request. Another person must decide it.',
    notRequester: (requester: string) => `Only ${requester} may answer this call.`,
    otherGroup: (members: readonly string[]) => `Only ${listed(members, 'or')} may decide this.`,
    decided: 'This has been decided.',
    damaged: 'The stored arguments were altered, so this cannot be approved. Cancel it.',
    unknown: 'You may not decide this.',
  },
};
