import { useChat } from '@ai-sdk/react';
import { isToolUIPart, lastAssistantMessageIsCompleteWithApprovalResponses as sendAutomaticallyWhen } from 'ai';

const button = (label: string, onClick: () => void) => <button type="button" onClick={onClick} children={label} />;

export default function App() {
  const chat = useChat({ id: 'first', sendAutomaticallyWhen, resume: true });
  const parts = chat.messages.flatMap((message) => message.parts);
  const waits = parts.some((part) => isToolUIPart(part) && part.state === 'approval-requested');
  const vote = (id: string, approved: boolean) => () => void chat.addToolApprovalResponse({ id, approved });
  return (
    <form action={(form) => void chat.sendMessage({ text: String(form.get('text')) })}>
      {parts.map((part, index) => (
        <p key={index}>
          {part.type === 'text' ? part.text : isToolUIPart(part) && JSON.stringify([part.type, part.input, part.state])}
          {isToolUIPart(part) && part.state === 'approval-requested' && button('Approve', vote(part.approval.id, true))}
          {isToolUIPart(part) && part.state === 'approval-requested' && button('Reject', vote(part.approval.id, false))}
        </p>
      ))}
      {chat.error && <p role="alert">{chat.error.message}</p>}
      <input name="text" disabled={waits} placeholder="Refund 80 of A-1043" /> <button>Send</button>
    </form>
  );
}
