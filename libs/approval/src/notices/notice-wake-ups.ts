import { Injectable } from '@nestjs/common';

/** Carries wake-ups from the writes of this process to the delivery of notices. */
@Injectable()
export class NoticeWakeUps {
  private listener?: () => void;

  /** Reports that notices were written. */
  send(): void {
    this.listener?.();
  }

  /** Calls the listener after each write of notices; undefined ends that. */
  listen(listener: (() => void) | undefined): void {
    this.listener = listener;
  }
}
