import { eventsEn, requirementEn, traceEn } from './card.en.js';

/** Every text of the inbox, in English. Its shape is that of all languages. */
export const en = {
  app: {
    title: 'Approvals',
    skip: 'Skip to the content',
    pages: { approvals: 'Approvals', runs: 'Runs', activity: 'Activity' },
    navigation: 'Pages',
    person: (id: string) => `Signed in as ${id}`,
    switchPerson: 'Act as another person',
    loading: 'Loading',
    retry: 'Try again',
    failed: {
      title: 'The inbox could not be loaded',
      text: 'The server did not answer. Check the connection, then try again.',
    },
  },
  feed: {
    live: 'Live',
    connecting: 'Connecting',
    polling: 'Live updates are interrupted. The page asks for changes every 5 seconds.',
    offline: 'You are offline. What you type is kept.',
    signedOut: 'Your session has ended. Sign in again; what you typed is kept.',
    signIn: 'Sign in',
  },
  status: {
    PENDING: 'Waiting',
    APPROVED: 'Approved',
    REJECTED: 'Rejected',
    RESPONDED: 'Answered',
    EXPIRED: 'Expired',
    CANCELLED: 'Canceled',
    LAPSED: 'Lapsed',
    REVOKED: 'Revoked',
    EXECUTING: 'Running',
    SUCCEEDED: 'Done',
    FAILED: 'Failed',
    OUTCOME_UNKNOWN: 'Outcome unknown',
    ABANDONED: 'Abandoned',
  },
  trace: traceEn,
  events: eventsEn,
  requirement: requirementEn,
};

/** Functions and texts in the shape of English. */
type Shape<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...args: never[]) => string
      ? T[Name]
      : Shape<T[Name]>;
};

export type Texts = Shape<typeof en>;
