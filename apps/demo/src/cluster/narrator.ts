import { styleText } from 'node:util';
import type { Fact } from './facts.js';

const PLACE_WIDTH = 12;

const isColored = (): boolean => process.stdout.isTTY && !process.env.NO_COLOR;

const styled = (style: Parameters<typeof styleText>[0], text: string): string =>
  isColored() ? styleText(style, text) : text;

/** Prints what happens in the cluster, with the seconds since the start. */
export class Narrator {
  private readonly startedAt = performance.now();

  /** Prints an event of an instance, or of PostgreSQL. */
  event(place: string, text: string): void {
    const seconds = ((performance.now() - this.startedAt) / 1000).toFixed(1);
    console.log(`${styled('dim', `${seconds.padStart(6)} s`)}  ${styled('cyan', place.padEnd(PLACE_WIDTH))}${text}`);
  }

  alarm(place: string, text: string): void {
    this.event(place, styled(['bold', 'red'], text));
  }

  heading(text: string): void {
    console.log(`\n${styled('bold', text)}\n`);
  }

  fact({ text, found, expected }: Fact): void {
    const isTrue = found === expected;
    const mark = isTrue ? styled('green', '✓') : styled('red', '✗');
    console.log(`  ${mark} ${text}${isTrue ? '' : styled('red', ` Not true: found ${found}, not ${expected}.`)}`);
  }

  gap(): void {
    console.log();
  }

  row(name: string, text: string): void {
    console.log(`  ${styled('cyan', name.padEnd(PLACE_WIDTH))}${text}`);
  }
}
