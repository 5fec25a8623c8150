import { type BigIntStats, closeSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { LostFileException } from '../errors/sql.errors.js';

/** The first bytes of a SQLite file, with its type and its size. */
const HEADER = 100;
const PAGE_SIZE = 16;
const PAGES = 28;
const MAGIC = 'SQLite format 3\0';

interface Main {
  readonly stats: BigIntStats;
  readonly header: Buffer;
}

/**
 * The file of a database and its log, as this process left them. SQLite continues to write to files that were deleted
 * or replaced, and reads truncated data from its memory. Changes that it acknowledges then are lost with the process.
 */
export class SqliteFiles {
  private readonly path: string;
  private main?: Main;
  private readonly logs = new Map<string, BigIntStats>();
  // Closing any handle of a file releases the locks of the whole process, so this one is closed after the database.
  private handle?: number;

  /** @param exclusive whether no other process may change the files */
  constructor(
    private readonly file: string,
    private readonly exclusive: boolean,
  ) {
    this.path = resolve(file);
  }

  /** Starts watching, after the database is open. A database in memory has no files. */
  open(): void {
    const stats = statOf(this.path);
    if (this.file === ':memory:' || !stats) return;
    if (this.exclusive) this.handle = openSync(this.path, 'r');
    this.main = { stats, header: this.header() };
    this.rememberLogs();
  }

  /** Throws `LostFileException` if the files are no longer those that this process left. */
  assertIntact(): void {
    const problem = this.problem();
    if (problem) throw new LostFileException(...problem, 'Nothing was written.');
  }

  isIntact(): boolean {
    return this.problem() === undefined;
  }

  /** Whether data in the log or in memory may be written back to the file. */
  isMainIntact(): boolean {
    return !this.main || this.problemOfMain(this.main) === undefined;
  }

  /**
   * Remembers the files after a change by this process. Throws `LostFileException` if they were lost in the meantime.
   */
  remember(): void {
    if (!this.main) return;
    const stats = statOf(this.path);
    const problem = problemOf(this.main.stats, stats) ?? (stats && this.changeOfMain(this.main, stats));
    if (problem) throw new LostFileException(this.file, problem, 'The last change is lost when the process ends.');
    this.rememberLogs();
  }

  /** Stops watching, after the database is closed. */
  close(): void {
    if (this.handle !== undefined) closeSync(this.handle);
    this.handle = undefined;
    this.main = undefined;
  }

  /** Returns the first file that has changed, and what happened to it. */
  private problem(): readonly [file: string, problem: string] | undefined {
    return this.main && (this.problemOfMain(this.main) ?? this.problemOfLogs());
  }

  private problemOfMain(main: Main): readonly [string, string] | undefined {
    const stats = statOf(this.path);
    const problem = problemOf(main.stats, stats) ?? (stats && this.foreignChange(main, stats));
    return problem === undefined ? undefined : [this.file, problem];
  }

  /** Returns what another process did to the file; a new date alone does not count. */
  private foreignChange(main: Main, stats: BigIntStats): string | undefined {
    if (!this.exclusive) return stats.size < HEADER ? CUT_OFF : undefined;
    if (stats.size < main.stats.size) return CUT_OFF;
    if (stats.size === main.stats.size && stats.mtimeNs === main.stats.mtimeNs) return undefined;
    if (stats.size !== main.stats.size || !this.header().equals(main.header)) return CHANGED;
    this.main = { ...main, stats };
    return undefined;
  }

  /** Returns what is wrong with the file after a change by this process; otherwise remembers the file. */
  private changeOfMain({ stats: before }: Main, stats: BigIntStats): string | undefined {
    if (!this.exclusive || (stats.size === before.size && stats.mtimeNs === before.mtimeNs)) return undefined;
    const header = this.header();
    if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return CHANGED;
    if (stats.size < sizeIn(header)) return CUT_OFF;
    this.main = { stats, header };
    return undefined;
  }

  private problemOfLogs(): readonly [string, string] | undefined {
    for (const [ending, before] of this.logs) {
      const stats = statOf(this.path + ending);
      const problem =
        problemOf(before, stats) ?? (this.exclusive && stats && stats.size < before.size ? CUT_OFF : undefined);
      if (problem) return [this.file + ending, problem];
    }
    return undefined;
  }

  private rememberLogs(): void {
    for (const ending of this.exclusive ? LOGS : SHARED_LOGS) {
      const stats = statOf(this.path + ending);
      const before = this.logs.get(ending);
      if (stats && (!before || stats.ino === before.ino)) this.logs.set(ending, stats);
    }
  }

  private header(): Buffer {
    const header = Buffer.alloc(HEADER);
    if (this.handle !== undefined) readSync(this.handle, header, 0, HEADER, 0);
    return header;
  }
}

const LOGS = ['-wal'];
// Several processes share this index of the log.
const SHARED_LOGS = [...LOGS, '-shm'];

const CUT_OFF = 'cut off';
const CHANGED = 'changed by something else';

const statOf = (path: string): BigIntStats | undefined => statSync(path, { bigint: true, throwIfNoEntry: false });

const problemOf = (before: BigIntStats, now: BigIntStats | undefined): string | undefined => {
  if (!now) return 'deleted';
  return now.ino === before.ino && now.dev === before.dev ? undefined : 'replaced';
};

/** Returns the length of a file by its header. */
const sizeIn = (header: Buffer): number => {
  const pageSize = header.readUInt16BE(PAGE_SIZE);
  return header.readUInt32BE(PAGES) * (pageSize === 1 ? 2 ** 16 : pageSize);
};
