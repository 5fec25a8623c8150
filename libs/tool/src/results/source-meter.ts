import { setImmediate } from 'node:timers';
import { BYTES_OF_ANY_VALUE, bytesOf } from '#core';
import { ToolResultException } from '../contract/tool.errors.js';
import type { ReadBounds } from './read-bounds.js';

/** After this many values, or milliseconds, a source that never waits yields to other work. */
const VALUES = 64;
const SLICE_MS = 10;

/** Measures a source: limits its bytes, and lets timers fire while a source never waits. */
export class SourceMeter {
  private bytes = 0;
  private values = 0;
  private sliceEnd = performance.now() + SLICE_MS;

  constructor(private readonly bounds: ReadBounds) {}

  /** Counts the bytes of a value and returns them. Throws `ToolResultException` above the limit. */
  count(value: unknown): number {
    const bytes = bytesOf(value);
    this.values++;
    this.bytes += BYTES_OF_ANY_VALUE + bytes;
    this.check(this.bytes);
    return bytes;
  }

  /** Throws `ToolResultException` if the number of bytes exceeds the limit. */
  check(bytes: number): void {
    const { maxBytes, toolName } = this.bounds;
    if (bytes <= maxBytes) return;
    const why = `because its source has more than ${maxBytes} bytes. Return less, or raise toolCalling.maxStreamBytes.`;
    throw new ToolResultException(toolName, undefined, why);
  }

  /** Whether the source must yield to other work. */
  isDue(): boolean {
    return this.values % VALUES === 0 || performance.now() >= this.sliceEnd;
  }

  /** Waits until other ready work has run. */
  async breathe(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.sliceEnd = performance.now() + SLICE_MS;
  }
}
