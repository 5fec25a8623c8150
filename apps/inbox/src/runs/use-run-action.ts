import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { RunBody } from 'toolgate/http/client';

/** Sends one request about a run at a time, shows its failure, and reads everything again after it. */
export const useRunAction = () => {
  const queries = useQueryClient();
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: unknown }>({ isBusy: false });
  const isOnItsWay = useRef(false);
  const act = async (send: () => Promise<RunBody>): Promise<RunBody | undefined> => {
    if (isOnItsWay.current) return undefined;
    isOnItsWay.current = true;
    setState({ isBusy: true });
    try {
      const run = await send();
      setState({ isBusy: false });
      return run;
    } catch (error) {
      setState({ isBusy: false, error });
      return undefined;
    } finally {
      isOnItsWay.current = false;
      void queries.invalidateQueries({ predicate: ({ queryKey: [room] }) => room === 'approvals' || room === 'runs' });
    }
  };
  return { ...state, act };
};
