import { Logger } from '@nestjs/common';
import { visibleText } from './visible-text.js';

/**
 * Writes to Nest's log what may hold words of a model, a user, a tool or a database: each line stays one line, and no
 * character of it is hidden. What belongs below it keeps its lines, further in than a line of the log can begin.
 */
export class LineLogger {
  private readonly logger: Logger;

  constructor(context: string) {
    this.logger = new Logger(context);
  }

  debug(line: string, below?: string): void {
    this.logger.debug(entryOf(line, below));
  }

  log(line: string, below?: string): void {
    this.logger.log(entryOf(line, below));
  }

  warn(line: string, below?: string): void {
    this.logger.warn(entryOf(line, below));
  }

  error(line: string, below?: string): void {
    this.logger.error(entryOf(line, below));
  }
}

const entryOf = (line: string, below: string | undefined): string =>
  [visibleText(line), ...(below?.split('\n').map(indented) ?? [])].join('\n');

const indented = (line: string): string => {
  const seen = visibleText(line);
  return seen.startsWith('  ') ? seen : `    ${seen}`;
};
