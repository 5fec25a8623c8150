import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

/** Sends one request about a record at a time, shows its failure, and reads everything again after it. */
export const useAction = () => {
  const queries = useQueryClient();
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: unknown }>({ isBusy: false });
  const isOnItsWay = useRef(false);
  const act = async <T>(send: () => Promise<T>): Promise<T | undefined> => {
    if (isOnItsWay.current) return undefined;
    isOnItsWay.current = true;
    setState({ isBusy: true });
    try {
      const record = await send();
      setState({ isBusy: false });
      return record;
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
