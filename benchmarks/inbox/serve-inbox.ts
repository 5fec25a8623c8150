import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';

/** The addresses of the inbox, and of the pages that are compared with it. */
export interface ServedInbox {
  readonly inbox: string;
  /** HTML alone. */
  readonly heading: string;
  /** An empty page with a style sheet, and with a script that shows it. */
  readonly empty: string;
  /** The empty page with one request, and with one line of its answer. */
  readonly line: string;
  readonly close: () => void;
}

const SERVER = join(dirname(process.argv[1]!), 'inbox/server.js');

/** Serves an inbox in which a number of refunds wait, in a process of its own. */
export const serveInbox = async (waiting: number): Promise<ServedInbox> => {
  const server = fork(SERVER, [String(waiting)]);
  const [origin] = (await once(server, 'message')) as [string];
  return {
    inbox: `${origin}/approvals/inbox`,
    heading: `${origin}/heading`,
    empty: `${origin}/empty`,
    line: `${origin}/line`,
    close: () => void server.kill(),
  };
};
