import { isToolUIPart, type UIMessage } from 'ai';

const DONE = ['approval-responded', 'output-error', 'output-denied'];

/** Whether a turn waits, and each call that this page decides or answers has its decision or its output. */
export const isComplete = ({ messages }: { messages: UIMessage[] }): boolean => {
  const { role, metadata, parts = [] } = messages.at(-1) ?? {};
  if (role !== 'assistant' || Object(metadata).waits !== true) return false;
  const calls = parts.slice(parts.findLastIndex(({ type }) => type === 'step-start') + 1).filter(isToolUIPart);
  const isDone = (call: (typeof calls)[number]): boolean =>
    call.state === 'output-available' ? !call.preliminary : DONE.includes(call.state);
  return calls.length > 0 && calls.every(isDone);
};
