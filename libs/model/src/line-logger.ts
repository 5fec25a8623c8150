import { Logger } from '@nestjs/common';

/** Writes lines to the application's log. */
export class LineLogger {
  private readonly logger: Logger;

  constructor(context: string) {
    this.logger = new Logger(context);
  }

  debug(line: string, below?: string): void {
    this.logger.debug(line + (below ?? ''));
  }

  log(line: string, below?: string): void {
    this.logger.log(line + (below ?? ''));
  }

  warn(line: string, below?: string): void {
    this.logger.warn(line + (below ?? ''));
  }

  error(line: string, below?: string): void {
    this.logger.error(line + (below ?? ''));
  }
}
