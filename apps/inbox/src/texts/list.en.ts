import { countWords } from '../present/own-format.js';
const items = (count: number): string => (count === 1 ? '1 approval' : `${countWords(count, 'en')} approvals`);

/** The texts of the list, its bulk decisions and its keys, in English. */
export const list = {
  title: 'Approvals',
  card: 'Approval',
  filters: {
    title: 'Filters',
    status: 'Status',
    tool: 'Tool',
    order: 'Order',
    mine: 'I can decide',
    text: 'Search',
    placeholder: 'Search',
    clear: 'Clear filters',
    clearText: 'Clear the search',
    allTools: 'All tools',
  },
  groups: {
    waiting: 'Waiting',
    decided: 'Decided',
    closed: 'Expired or canceled',
    unknown: 'Outcome unknown',
    all: 'All',
  },
  orders: { oldest: 'Oldest first', newest: 'Newest first', expiring: 'Expiring first' },
  count: (count: number) => items(count),
  countOf: (shown: number, total: number) => `${countWords(shown, 'en')} of ${items(total)}`,
  searched: (loaded: number, total: number) =>
    `Only the ${countWords(loaded, 'en')} loaded approvals of ${countWords(total, 'en')} were searched.`,
  more: 'Show more',
  empty: {
    waiting: {
      title: 'Nothing waits for a decision',
      text: 'New tool calls that require approval appear here automatically.',
    },
    other: { title: 'No approvals here', text: 'No approval has this status.' },
    mine: { title: 'Nothing waits for you', text: 'You can decide none of the waiting approvals.' },
    filtered: { title: 'No approval matches', text: 'Change the filters, or clear them.' },
    card: { title: 'No approval is open', text: 'Choose one from the list to read it and to decide.' },
  },
  failed: { title: 'The list could not be loaded', text: 'The server did not answer as expected.' },
  missing: {
    title: 'This approval is not here',
    text: 'It does not exist, or you may not see it.',
    link: 'Show waiting approvals',
  },
  unreadable: (count: number) =>
    count === 1
      ? '1 record is damaged and cannot be shown. An administrator can find it in the log.'
      : `${count} records are damaged and cannot be shown. An administrator can find them in the log.`,
  tick: (name: string) => `Select ${name}`,
  large: 'Large arguments: open to read them',
  noArguments: 'No arguments',
  requester: (id: string) => `Asked by ${id}`,
  votes: (given: number, needed: number) => `${given} of ${needed} votes`,
  voted: 'You approved',
  cannotDecide: 'You cannot decide',
  damaged: 'Damaged',
  noted: {
    left: (name: string, status: string) => `${name}: ${status}`,
    by: (status: string, person: string) => `${status} by ${person}`,
    several: 'Several selected approvals were decided elsewhere.',
    changed: (name: string) => `${name}: the arguments changed, so it is no longer selected.`,
  },
};

export const bulk = {
  bar: 'Selected approvals',
  all: (count: number) => `Select all ${countWords(count, 'en')} shown`,
  ticked: (count: number) => `${countWords(count, 'en')} selected`,
  clear: 'Clear selection',
  approve: 'Approve',
  reject: 'Reject',
  title: {
    approve: (count: number) => (count === 1 ? 'Approve 1 call' : `Approve ${countWords(count, 'en')} calls`),
    reject: (count: number) => (count === 1 ? 'Reject 1 call' : `Reject ${countWords(count, 'en')} calls`),
    nothing: 'You cannot decide any of these',
  },
  will: {
    approve: 'Each call runs with the arguments that the list shows, as soon as its approval is complete.',
    reject: 'None of these calls runs. The model receives the reason.',
  },
  byTool: 'Selected calls by tool and currency',
  tool: 'Tool',
  allIn: (currency: string) => `All in ${currency}`,
  calls: 'Calls',
  sum: 'Sum',
  largest: 'Largest',
  uncounted: (count: number) =>
    count === 1
      ? '1 of them is in no sum, because its amount or its currency is unknown.'
      : `${count} of them are in no sum, because their amounts or currencies are unknown.`,
  permanent: (tools: string) => `Effect may be permanent: ${tools}.`,
  confirm: {
    text: (count: number) =>
      count === 1
        ? 'The effect of this call may be permanent.'
        : `The effects of these ${countWords(count, 'en')} calls may be permanent.`,
    send: (count: number) => (count === 1 ? 'Approve 1 call' : `Approve all ${countWords(count, 'en')} calls`),
  },
  results: {
    decided: { approve: 'Approved', reject: 'Rejected' },
    waiting: 'Waits for other people',
    stale: 'Out of date',
    refused: 'Refused',
    unsent: 'Not confirmed',
  },
  left: (count: number) =>
    count === 1
      ? '1 selected call is left out: you cannot decide it.'
      : `${count} selected calls are left out: you cannot decide them.`,
  voted: (count: number) =>
    count === 1
      ? '1 selected call is left out: you have approved it before.'
      : `${count} selected calls are left out: you have approved them before.`,
  unfinished: (count: number) =>
    count === 1 ? '1 of them needs more approvals after yours.' : `${count} of them need more approvals after yours.`,
  unseen: (count: number) =>
    count === 1
      ? '1 of them has arguments that are too large for the list. Open it before you approve.'
      : `${count} of them have arguments that are too large for the list. Open them before you approve.`,
  reason: 'Reason for all',
  reasonHint: 'The model receives this text. The history of each approval shows it.',
  cancel: 'Cancel',
  sending: (sent: number, count: number) => `${sent} of ${count} sent`,
  again: 'Send the rest again',
  close: 'Close',
  open: (tool: string) => `Open ${tool}`,
  more: (count: number) => `and ${countWords(count, 'en')} more`,
  waiting: (count: number) =>
    count === 1 ? '1 waits for more approvals' : `${countWords(count, 'en')} wait for more approvals`,
  undecided: (count: number) => `${countWords(count, 'en')} not decided`,
  missing: (count: number) => (count === 1 ? 'Waits for 1 more approval.' : `Waits for ${count} more approvals.`),
  items: 'Selected calls',
  done: {
    approve: (count: number) => (count === 1 ? '1 call approved' : `${countWords(count, 'en')} calls approved`),
    reject: (count: number) => (count === 1 ? '1 call rejected' : `${countWords(count, 'en')} calls rejected`),
  },
  failed: (count: number) =>
    count === 1
      ? '1 call was not decided. If it still waits, it stays selected.'
      : `${count} calls were not decided. Those that still wait stay selected.`,
  problems: {
    conflict: 'Another person decided it or changed its arguments. Open it to see what happened.',
    gone: 'It has expired or was canceled.',
    'not-eligible': 'You may not decide it. Open it to see who may.',
    'hash-mismatch': 'Its arguments have changed. Open it and read them again.',
    'not-found': 'It no longer exists, or you may not see it.',
    damaged: 'Its record was changed outside of the application, so it cannot be decided.',
    network: 'The server did not answer. It is not known whether the decision arrived. Send it again: it counts once.',
    unavailable: 'The server was not ready. Send it again.',
    'bad-decision': 'It requires another kind of decision. Open it to decide.',
  },
};

export const keys = {
  title: 'Keyboard shortcuts',
  open: 'Keyboard shortcuts',
  toggle: 'Use single-key shortcuts',
  close: 'Close',
  groups: { list: 'List', card: 'Approval', page: 'Page' },
  move: 'Move down and up',
  enter: 'Open the approval',
  space: 'Space',
  tick: 'Select or deselect',
  extend: 'Extend the selection',
  next: 'Next and previous approval',
  approve: 'Approve',
  reject: 'Reject',
  edit: 'Edit',
  back: 'Back to the list',
  search: 'Search',
  help: 'Show the shortcuts',
};
