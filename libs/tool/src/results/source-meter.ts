import { setImmediate } from 'node:timers';
import { ToolResultException } from '../tool.errors.js';
import { BYTES_OF_ANY_VALUE, bytesOf } from './bytes-of.js';
import type { ReadBounds } from './read-bounds.js';

/** After so many values, or so many milliseconds, a source that is always ready waits for everything else. */
const VALUES = 64;
const SLICE_MS = 10;

/** Measures what a source gives: bounds it, and keeps a source that is always ready from keeping timers from firing. */
export class SourceMeter {
  private bytes = 0;
  private values = 0;
  private sliceEnd = performance.now() + SLICE_MS;

  constructor(private readonly bounds: ReadBounds) {}

  /** Returns the bytes of a value, and counts them. Throws `ToolResultException` if the source has given too many. */
  count(value: unknown): number {
    const bytes = bytesOf(value);
    this.values++;
    this.bytes += BYTES_OF_ANY_VALUE + bytes;
    this.check(this.bytes);
    return bytes;
  }

  /** Throws `ToolResultException` if a source of so many bytes is not read. */
  check(bytes: number): void {
    const { maxBytes, toolName } = this.bounds;
    if (bytes <= maxBytes) return;
    const why = `because its source gave more than ${maxBytes} bytes. Return less, or raise toolCalling.maxStreamBytes.`;
    throw new ToolResultException(toolName, undefined, why);
  }

  /** Whether the source has had its share of time. */
  isDue(): boolean {
    return this.values % VALUES === 0 || performance.now() >= this.sliceEnd;
  }

  /** Waits until everything else has run that was ready. */
  async breathe(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.sliceEnd = performance.now() + SLICE_MS;
  }
}
