import { type DynamicToolUIPart, getToolName, type ToolUIPart } from 'ai';
import { Answers, questionOf } from './question.js';
import { isWaiting } from './waits.js';

/** The part of a message about one call of a tool. */
export type ToolPart = ToolUIPart | DynamicToolUIPart;

/** Sends a decision, with the answer to a question. */
export type Decide = (approvalId: string, approved: boolean, answer?: object) => void;

interface CallStatus {
  readonly words: string;
  readonly tone: 'run' | 'wait' | 'good' | 'bad';
  /** The reason, for the person who chats. */
  readonly note?: string | undefined;
}

const statusOf = (part: ToolPart): CallStatus => {
  switch (part.state) {
    case 'input-streaming':
      return { words: 'is being written', tone: 'run' };
    case 'input-available':
      return { words: 'is running', tone: 'run' };
    case 'approval-requested':
      return { words: 'waits for you', tone: 'wait', note: textIn(part.approval.descriptor, 'message') };
    case 'approval-responded':
      return { words: part.approval.approved ? 'is being approved' : 'is being rejected', tone: 'run' };
    case 'output-available':
      return isWaiting(part.output)
        ? { words: 'waits', tone: 'wait', note: part.output.text }
        : { words: 'is done', tone: 'good' };
    case 'output-error':
      return { words: 'failed', tone: 'bad', note: part.errorText };
    case 'output-denied':
      // A call that no person was asked about has no approval, although the type of the AI SDK states one.
      return { words: 'was rejected', tone: 'bad', note: textIn(part, 'errorText') };
  }
};

const textIn = (value: unknown, name: string): string | undefined => {
  const { [name]: text } = Object(value);
  return typeof text === 'string' ? text : undefined;
};

/** A tool call: its arguments, its status, and the decision if it waits for one. */
export const ToolCall = ({ part, onDecide }: { readonly part: ToolPart; readonly onDecide: Decide }) => {
  const { words, tone, note } = statusOf(part);
  return (
    <div className={`tool tool-${tone}`}>
      <p className="tool-line">
        <code>{getToolName(part)}</code> <span>{words}</span>
      </p>
      <dl className="tool-input">
        {Object.entries(part.input ?? {}).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
      {note && <p className="soft">{note}</p>}
      {part.state === 'approval-requested' && <Decision approval={part.approval} onDecide={onDecide} />}
    </div>
  );
};

const Decision = ({
  approval: { id, descriptor },
  onDecide,
}: {
  readonly approval: { readonly id: string; readonly descriptor?: unknown };
  readonly onDecide: Decide;
}) => {
  const question = questionOf(descriptor);
  if (question) return <Answers approvalId={id} question={question} onDecide={onDecide} />;
  return (
    <div className="tool-decision">
      <button className="button button-small button-primary" type="button" onClick={() => onDecide(id, true)}>
        Confirm
      </button>
      <button className="button button-small" type="button" onClick={() => onDecide(id, false)}>
        Reject
      </button>
      <span className="soft">or a clerk confirms in the inbox</span>
    </div>
  );
};
