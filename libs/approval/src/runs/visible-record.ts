import { RunUnreadableException } from '../errors/approval.errors.js';
import { isVisible } from '../requester/visibility.js';
import type { Viewer } from '../requester/read-approver.js';

/**
 * Returns a record if the viewer may see it, or any record without a viewer; otherwise undefined. Throws
 * `RunUnreadableException` for a damaged record only if the viewer may see it. For other viewers it does not exist.
 */
export const visibleRecord = async <T extends { readonly tenant: string }>(
  reading: Promise<T | undefined>,
  viewer: Viewer | undefined,
): Promise<T | undefined> => {
  try {
    const record = await reading;
    return record && (!viewer || isVisible(record, viewer)) ? record : undefined;
  } catch (error) {
    if (!viewer || !(error instanceof RunUnreadableException)) throw error;
    if (isVisible({ tenant: error.tenant }, viewer)) throw error;
    return undefined;
  }
};
