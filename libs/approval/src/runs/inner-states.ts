import type { RunState } from '../records/stored-run.js';
import type { ApprovalStore } from '../store/approval.store.js';

/** Returns the states of the runs that the calls of a run wait for. */
export const innerStates = async (store: ApprovalStore, { run }: RunState): Promise<readonly RunState[]> => {
  const waiting = run.slots.flatMap(({ state, innerRun }) => (state === 'waiting' && innerRun ? [innerRun] : []));
  const states = await Promise.all(waiting.map((id) => store.state(id)));
  return states.filter((state) => state !== undefined);
};
