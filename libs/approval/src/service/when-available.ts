import { LineLogger } from 'toolgate/model';
import { ApprovalDecisionException, StoreUnavailableException } from '../errors/approval.errors.js';
import { describeFailure } from '../errors/describe-failure.js';

const logger = new LineLogger('Toolgate');

/**
 * Runs a decision or a cancellation. Throws `ApprovalDecisionException` (`unavailable`) if the store is unavailable.
 */
export const whenAvailable = async <T>(approval: string, act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof StoreUnavailableException)) throw error;
    logger.warn(`A decision was not saved, because the store is unavailable: ${describeFailure(error)}`);
    const exception = new ApprovalDecisionException('unavailable', approval);
    exception.cause = error;
    throw exception;
  }
};
