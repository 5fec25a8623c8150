import { closeSync, existsSync, fsyncSync, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs';
import type { LedgerLine } from './ledger-line.fixture.js';

type WithoutTime<T> = T extends LedgerLine ? Omit<T, 'at'> : never;

/** Milliseconds that all processes of this machine share, and that a clock that is set back does not change. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1_000_000;

/** An append-only file outside all processes; a line is on the disk before its effect continues. */
export class Ledger {
  private readonly handle: number;
  private readFrom = 0;
  private rest = '';
  private readonly effects = new Set<string>();

  constructor(private readonly file: string) {
    this.handle = openSync(file, 'a');
  }

  /** A process that dies during a write leaves a torn line; the line break before the next one separates it. */
  write(line: WithoutTime<LedgerLine>, at = monotonicMs()): void {
    writeSync(this.handle, `\n${JSON.stringify({ ...line, at })}`);
    fsyncSync(this.handle);
  }

  /** Whether the body of a call had its effect, in any process. */
  hasEffect(key: string): boolean {
    for (const line of this.unread()) if (line.type === 'effect') this.effects.add(line.key);
    return this.effects.has(key);
  }

  close(): void {
    closeSync(this.handle);
  }

  // A line counts after the next one has begun, or if it is complete JSON.
  private unread(): readonly LedgerLine[] {
    const size = statSync(this.file).size;
    const bytes = Buffer.alloc(size - this.readFrom);
    const handle = openSync(this.file, 'r');
    readSync(handle, bytes, 0, bytes.length, this.readFrom);
    closeSync(handle);
    this.readFrom = size;
    const pieces = `${this.rest}${bytes.toString()}`.split('\n');
    this.rest = pieces.pop()!;
    const last = parsed(this.rest);
    return [...pieces.flatMap(parsed), ...last];
  }
}

/** Every complete line of a ledger, in order. */
export const readLedger = (file: string): readonly LedgerLine[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parsed) : [];

const parsed = (text: string): readonly LedgerLine[] => {
  try {
    return text === '' ? [] : [JSON.parse(text) as LedgerLine];
  } catch {
    return [];
  }
};
