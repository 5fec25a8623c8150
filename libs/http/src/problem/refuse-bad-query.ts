import { refuseRequest } from './request.exception.js';

const OF_A_QUERY = /^Invalid (?:query|cursor)\b/;

/**
 * Runs a query. Throws `RequestException` (`bad-request`) if `ApprovalService` or its store refuses one of its values,
 * such as a status or a cursor.
 */
export const refuseBadQuery = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    // Any other TypeError is a defect of the server.
    if (error instanceof TypeError && OF_A_QUERY.test(error.message)) refuseRequest(error.message);
    throw error;
  }
};
