import { isToolUIPart, type UIMessage } from 'ai';
import { type Decide, ToolCall } from './tool-call.js';

type Part = UIMessage['parts'][number];

/** One message: its texts, and each tool call with its state. */
export const ChatMessage = ({ message, onDecide }: { readonly message: UIMessage; readonly onDecide: Decide }) => (
  <article className={`message message-${message.role}`} aria-label={message.role === 'user' ? 'You' : 'The desk'}>
    {message.parts.map((part, index) => (
      <MessagePart key={keyOf(part, index)} part={part} onDecide={onDecide} />
    ))}
  </article>
);

const keyOf = (part: Part, index: number): string => (isToolUIPart(part) ? part.toolCallId : String(index));

const MessagePart = ({ part, onDecide }: { readonly part: Part; readonly onDecide: Decide }) => {
  if (part.type === 'text') return part.text === '' ? null : <p className="bubble">{part.text}</p>;
  if (isToolUIPart(part)) return <ToolCall part={part} onDecide={onDecide} />;
  return null;
};
