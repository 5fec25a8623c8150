import { Logger } from '@nestjs/common';
import { visibleText } from './visible-text.js';

/**
 * Logs messages that may contain text of a model, a user, a tool or a database. Each message stays one line, with escapes
 * for invisible characters. Details below it keep their lines, indented so that none looks like a log line of its own.
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
