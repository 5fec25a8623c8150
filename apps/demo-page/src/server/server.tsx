import { useState } from 'react';
import { usePolled } from '../shop/use-polled.js';

/** Whether the server runs, and the button that kills it. A waiting turn and a decision survive that. */
export const Server = () => {
  const { isAway, data } = usePolled<{ readonly pid: number }>('/server');
  const [killed, setKilled] = useState<number>();
  const isGone = isAway || (killed !== undefined && data?.pid === killed);
  const kill = async (): Promise<void> => {
    setKilled(data?.pid);
    // The process ends before it can answer.
    await fetch('/server', { method: 'DELETE' }).catch(() => undefined);
  };
  return (
    <div className="server">
      <span className={`server-state ${isGone ? 'server-gone' : ''}`} role="status">
        {isGone ? 'The server was killed and starts again' : `Server runs (process ${data?.pid ?? '…'})`}
      </span>
      <button className="button button-small button-danger" type="button" disabled={isGone} onClick={() => void kill()}>
        Kill the server
      </button>
    </div>
  );
};
