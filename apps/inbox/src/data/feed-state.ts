import type { QueryClient } from '@tanstack/react-query';
import type { ApprovalsClient, ChangeBody, PrincipalBody, SnapshotBody } from 'toolgate/http/client';
import { isAffected } from './affected.js';
import { type Answer, ME, watchAnswers } from './answers.js';
import { removeDrafts } from './drafts.js';
import { compareFirst } from './first-snapshot.js';
import { gather } from './gather.js';
import { readAgain } from './read-again.js';
import { setServerTime } from './server-clock.js';
import { openStream, type StreamState } from './stream.js';

/** How the page learns of changes, or why it does not. */
export type FeedState = 'connecting' | 'live' | 'polling' | 'offline' | 'unreachable' | 'signed-out' | 'forbidden';

const POLL_MS = 5000;
// A person signs in on another page, so the server need not hear from this one often.
const TICKS_WITHOUT_SESSION = 6;

/** Keeps what the page shows up to date: by events, or by polling while there are none. */
export class Feed {
  private readonly readers = new Set<() => void>();
  private readonly changes = gather<ChangeBody>(
    ({ kind, id }) => `${kind} ${id}`,
    (several) => this.readChanged(several),
  );
  private readonly stream;
  private answer: Answer = 'reachable';
  private shown: FeedState = 'connecting';
  private person: string | undefined;
  private turns = 0;
  private isFirst = true;
  private ticks = 0;

  constructor(
    client: ApprovalsClient,
    private readonly queries: QueryClient,
  ) {
    const onSnapshot = (snapshot: SnapshotBody): void => this.takeSnapshot(snapshot);
    const reader = { onSnapshot, onChange: this.changes.add, onReset: () => void readAgain(this.queries) };
    this.stream = openStream(client, reader, () => {
      if (this.stream.state() === 'broken') this.readAll();
      this.show();
    });
  }

  readonly state = (): FeedState => this.shown;

  /** How many people have used the page before this one. */
  readonly turn = (): number => this.turns;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.readers.add(changed);
    return () => this.readers.delete(changed);
  };

  /** Starts to follow the door. Returns a function that ends it. */
  start(): () => void {
    const end = new AbortController();
    const { signal } = end;
    const unwatch = watchAnswers(
      this.queries,
      (answer) => this.takeAnswer(answer),
      (person) => {
        // The open connection still belongs to the previous person.
        if (this.meet(person)) this.stream.connect();
      },
    );
    const known = this.queries.getQueryData<PrincipalBody>(ME);
    if (known) this.meet(known);
    const timer = setInterval(() => this.tick(), POLL_MS);
    addEventListener('online', () => this.connectAgain(), { signal });
    addEventListener('offline', () => this.probe(), { signal });
    addEventListener('focus', () => this.look(), { signal });
    document.addEventListener('visibilitychange', () => this.look(), { signal });
    // The browser sends no `offline` event if the connection was lost before this listener.
    if (!navigator.onLine) this.probe();
    this.stream.connect();
    return () => {
      unwatch();
      clearInterval(timer);
      end.abort();
      this.changes.stop();
      this.stream.end();
    };
  }

  /** Forgets what was read, because another person is signed in now, and reads it again. */
  startAgain(): void {
    this.person = undefined;
    this.answer = 'reachable';
    this.show();
    this.forget();
    this.stream.connect();
  }

  /** Asks at once whether the door answers. */
  readonly probe = (): void => void this.queries.invalidateQueries({ queryKey: ME });

  private connectAgain(): void {
    this.probe();
    // A stream that was opened on the previous network may be dead, although its connection is still open.
    this.stream.connect();
    this.show();
  }

  private look(): void {
    if (!document.hidden) this.probe();
  }

  private tick(): void {
    if (document.hidden) return;
    this.ticks += 1;
    if (this.answer === 'unreachable') this.probe();
    else if (this.answer !== 'reachable') {
      if (this.ticks % TICKS_WITHOUT_SESSION === 0) this.probe();
    } else if (this.stream.state() === 'broken') this.readAll();
    // The server may have answered just before the connection was lost.
    else if (!navigator.onLine) this.probe();
  }

  // A read that is under way is not restarted: otherwise a slow server would never answer in time.
  private readAll(): void {
    void this.queries.invalidateQueries(undefined, { cancelRefetch: false });
  }

  private readChanged(several: readonly ChangeBody[]): Promise<void> {
    for (const { kind, id, status } of several) if (kind === 'approval' && status !== 'PENDING') removeDrafts(id);
    return readAgain(this.queries, ({ queryKey, state }) =>
      several.some((change) => isAffected(queryKey, state.data, change)),
    );
  }

  private takeSnapshot(snapshot: SnapshotBody): void {
    setServerTime(snapshot.now);
    this.meet(snapshot.me);
    if (this.isFirst) void compareFirst(this.queries, snapshot, this.changes.add, () => this.readAll());
    else void readAgain(this.queries);
    this.isFirst = false;
  }

  private takeAnswer(answer: Answer): void {
    const isBack = answer === 'reachable' && this.answer !== 'reachable';
    this.answer = answer;
    this.show();
    if (!isBack) return;
    this.readAll();
    if (this.stream.state() !== 'open') this.stream.connect();
  }

  /** What one person may see is not shown to another. Returns whether this is another person. */
  private meet({ id, tenant }: PrincipalBody): boolean {
    const met = JSON.stringify([id, tenant]);
    const isOther = this.person !== undefined && this.person !== met;
    this.person = met;
    if (isOther) this.forget();
    return isOther;
  }

  private forget(): void {
    this.isFirst = true;
    this.turns += 1;
    this.tell();
    void this.queries.resetQueries();
  }

  private show(): void {
    const next = stateOf(this.answer, this.stream.state());
    if (next === this.shown) return;
    this.shown = next;
    this.tell();
  }

  private tell(): void {
    for (const changed of this.readers) changed();
  }
}

const stateOf = (answer: Answer, stream: StreamState): FeedState => {
  if (answer === 'unreachable') return navigator.onLine ? 'unreachable' : 'offline';
  if (answer !== 'reachable') return answer;
  if (stream === 'open') return 'live';
  return stream === 'broken' ? 'polling' : 'connecting';
};
