/** The texts of the page on the last day. */
export const activity = {
  title: 'The last 24 hours',
  now: 'Now',
  waiting: 'Waiting',
  unknown: 'Outcome unknown',
  show: 'Show',
  asked: 'Asked',
  decided: 'Decided',
  expired: 'Expired',
  median: 'Median time to decide',
  noDecision: 'No decision',
  medianHint: (hour: string) => `From question to decision, ${hour}`,
  hour: 'Hour',
  hours: (from: string, to: string) => `${from} to ${to}`,
  chart: (name: string, total: string) => `${name} by the hour: ${total}. Use the arrow keys to read each hour.`,
  untilNow: 'now',
  table: 'Show as a table',
  nothing: 'No approval was asked for in the last 24 hours.',
  failed: {
    title: 'The numbers could not be read',
    text: 'The server did not answer. Check the connection, then try again.',
  },
};
