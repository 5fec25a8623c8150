import { countWords } from '../present/own-format.js';
import { bulk, keys, list } from './list.en.js';
import { parts } from './parts.en.js';

/** The English texts of the header, the list and the states of the page, which the first paint needs. */
export const firstEn = {
  app: {
    title: 'Approvals',
    skip: 'Skip to the content',
    pages: { approvals: 'Approvals', runs: 'Runs', activity: 'Activity' },
    navigation: 'Pages',
    unknownOutcomes: (count: number) =>
      count === 1 ? '1 call with an unknown outcome' : `${countWords(count, 'en')} calls with an unknown outcome`,
    waiting: (count: number) => (count === 1 ? '1 approval waits' : `${countWords(count, 'en')} approvals wait`),
    person: (id: string) => `Signed in as ${id}`,
    account: 'Account',
    roles: 'Roles',
    noRoles: 'No roles',
    tenant: 'Tenant',
    everyTenant: 'Every tenant',
    administrator: 'Administrator',
    switchPerson: 'Act as another person',
    loading: 'Loading',
    retry: 'Try again',
    reload: 'Reload the page',
    home: 'Show waiting approvals',
    failed: {
      title: 'The inbox could not be loaded',
      text: 'The server did not answer. Check the connection, then try again.',
    },
    broken: {
      title: 'This page cannot be shown',
      text: 'The page has an error. The error decided nothing. Reload the page, or open another one.',
    },
    unknown: { title: 'This page does not exist', text: 'The address may be misspelled or out of date.' },
    signedOut: { title: 'You are signed out', text: 'Sign in to the application, then try again.' },
    forbidden: {
      title: 'You may not use this inbox',
      text: 'The application does not let this person decide. Sign in as another person, or ask an administrator.',
    },
  },
  feed: {
    live: 'Live',
    connecting: 'Connecting',
    paused: 'Not live',
    polling: 'Live updates are interrupted. The page asks for changes every 5 seconds.',
    offline: 'You are offline. What you type is saved in this tab.',
    unreachable: 'The server cannot be reached. The page tries again by itself. What you type is saved in this tab.',
    signedOut: 'Your session has ended. Sign in again. What you typed is saved in this tab.',
    signIn: 'Sign in',
  },
  list,
  bulk,
  keys,
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
  parts,
};
