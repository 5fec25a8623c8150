import { visibleText } from './visible-text.js';

/** The ids for a log line; a `ToolContext` has all of them. */
export interface LoggedIds {
  readonly runId?: string;
  readonly call?: { readonly toolCallId: string };
  readonly conversation?: string;
}

/** Formats ids for the end of a log line: `(run 1f0c…, call call-7, conversation 42)`; empty if there are none. */
export const idsForLog = ({ runId, call, conversation }: LoggedIds): string => {
  const ids = [named('run', runId), named('call', call?.toolCallId), named('conversation', conversation)].filter(
    Boolean,
  );
  return ids.length > 0 ? `(${ids.join(', ')})` : '';
};

/** The most characters of an id in a log line. */
const LENGTH = 100;

// The model chooses call ids, and callers choose conversation ids: neither may fake a log line of its own.
const named = (what: string, id: string | undefined): string =>
  id === undefined ? '' : `${what} ${visibleText(id.slice(0, LENGTH))}`;
