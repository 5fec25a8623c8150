import { startTimer, TurnAbort, untilAborted } from '#core';
import type { ApprovalChannel } from '../notices/approval.channel.js';
import type { ApprovalNotice } from '../notices/notice.js';

/** The longest time of one delivery, in milliseconds. */
export const DELIVERY_MS = 30_000;

/** A delivery was ended because the application stops. */
export class DeliveryStoppedException extends Error {
  override readonly name = 'DeliveryStoppedException';

  constructor() {
    super('The delivery was ended, because the application stops. The notice is delivered later.');
  }
}

/**
 * Delivers a notice, within 30 seconds. Throws `DeliveryStoppedException` if the application stops before the channel has
 * delivered it.
 */
export const deliverOnce = async (
  channel: ApprovalChannel,
  notice: ApprovalNotice,
  stopping: AbortSignal,
): Promise<void> => {
  const abort = new TurnAbort();
  const unfollow = abort.follow(stopping);
  const timer = startTimer(DELIVERY_MS, () => {
    abort.abort(new Error(`deliver() did not resolve within ${DELIVERY_MS} ms`));
  });
  const { signal } = abort;
  try {
    const delivering = (async () => channel.deliver(notice, { signal }))();
    await untilAborted(delivering, abort);
  } catch (error) {
    // A channel may throw another error for the abort.
    throw stopping.aborted ? new DeliveryStoppedException() : error;
  } finally {
    timer.stop();
    unfollow();
  }
};
