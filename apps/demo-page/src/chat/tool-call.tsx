import { type DynamicToolUIPart, getToolName, type ToolUIPart } from 'ai';
import { useClerk } from '../people/use-clerk.js';

type ToolPart = ToolUIPart | DynamicToolUIPart;

const STATES: Readonly<Record<ToolPart['state'], readonly [words: string, tone: string]>> = {
  'input-streaming': ['is being written', 'run'],
  'input-available': ['is running', 'run'],
  'approval-requested': ['waits for approval', 'wait'],
  'approval-responded': ['is decided', 'run'],
  'output-available': ['is done', 'good'],
  'output-error': ['failed', 'bad'],
  'output-denied': ['was refused', 'bad'],
};

/** A tool call: what it does, how far it is, and the decision if it waits for one. */
export const ToolCall = ({
  part,
  onDecide,
}: {
  readonly part: ToolPart;
  readonly onDecide: (approvalId: string, approved: boolean) => void;
}) => {
  const [words, tone] = STATES[part.state];
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
      {part.state === 'approval-requested' && <Decision approvalId={part.approval.id} onDecide={onDecide} />}
      {part.state === 'output-denied' && part.approval.reason && <p className="soft">{part.approval.reason}</p>}
      {part.state === 'output-error' && <p className="soft">{part.errorText}</p>}
    </div>
  );
};

const Decision = ({
  approvalId,
  onDecide,
}: {
  readonly approvalId: string;
  readonly onDecide: (approvalId: string, approved: boolean) => void;
}) => {
  const { name } = useClerk();
  return (
    <div className="tool-decision">
      <button className="button button-small button-primary" type="button" onClick={() => onDecide(approvalId, true)}>
        {`Approve as ${name}`}
      </button>
      <button className="button button-small" type="button" onClick={() => onDecide(approvalId, false)}>
        Refuse
      </button>
      <span className="soft">or decide in the inbox</span>
    </div>
  );
};
