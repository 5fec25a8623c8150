import type { StreamResponseSpec } from 'toolgate/chat';
import type { Usage } from 'toolgate/model';

/**
 * Returns the usage of a whole turn that was read to its end, also of its rounds before a wait. Undefined if it is not
 * known, such as of a turn that waits.
 */
export const usageOfTurn = async (turn: Partial<Pick<StreamResponseSpec, 'outcome'>>): Promise<Usage | undefined> => {
  // Its reader has received the error of a turn that failed.
  const outcome = await turn.outcome?.().catch(() => undefined);
  return outcome?.chatResponse?.usage;
};
