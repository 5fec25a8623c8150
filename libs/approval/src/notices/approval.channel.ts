import { SEAM } from 'toolgate/model';
import type { ApprovalNotice, NoticeKind } from './notice.js';

/** The options of one delivery of a notice. */
export interface DeliverOptions {
  /** Aborts when the delivery takes too long, and when the application stops. */
  readonly signal: AbortSignal;
}

/** Delivers notices to people or other systems. Every provider that extends this class receives every notice. */
export abstract class ApprovalChannel {
  static readonly [SEAM]: string = 'ApprovalChannel';

  /** Identifies the channel in the store. Unique in the application; do not change it while notices wait. */
  abstract readonly name: string;
  /** The kinds of notices that it delivers. @default all */
  readonly kinds?: readonly NoticeKind[];
  /** Whether its notices contain arguments, reasons and people. @default false */
  readonly showsDetails?: boolean;

  /**
   * Delivers a notice. If it throws, or does not resolve within 30 seconds, the notice is delivered again later. The same
   * notice may come more than once, with the same id. The notices of one run come in order.
   */
  abstract deliver(notice: ApprovalNotice, options: DeliverOptions): void | Promise<void>;
}
