import { visibleText } from 'toolgate/model';

/** What a line of the log is about; a `ToolContext` says all of it. */
export interface LoggedIds {
  readonly runId?: string;
  readonly call?: { readonly toolCallId: string };
  readonly conversation?: string;
}

/** The ids that a line of the log ends with: `(run 1f0c…, call call-7, conversation 42)`; empty where there are none. */
export const idsForLog = ({ runId, call, conversation }: LoggedIds): string => {
  const ids = [named('run', runId), named('call', call?.toolCallId), named('conversation', conversation)].filter(
    Boolean,
  );
  return ids.length > 0 ? `(${ids.join(', ')})` : '';
};

/** What is kept of an id. */
const LENGTH = 100;

// A model makes ids of calls, and somebody outside those of conversations: none may look like a line of its own.
const named = (what: string, id: string | undefined): string =>
  id === undefined ? '' : `${what} ${visibleText(id.slice(0, LENGTH))}`;
