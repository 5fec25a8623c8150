import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, isToolUIPart, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';

const transport = new DefaultChatTransport({ api: '/chat' });
const sendAutomaticallyWhen = lastAssistantMessageIsCompleteWithApprovalResponses;

export default function App() {
  const chat = useChat({ id: 'first', transport, sendAutomaticallyWhen, resume: true });
  return (
    <form action={(form) => void chat.sendMessage({ text: String(form.get('text')) })}>
      {chat.messages.flatMap(({ id, parts }) =>
        parts.map((part, index) => {
          if (part.type === 'text') return <p key={`${id} ${index}`}>{part.text}</p>;
          if (!isToolUIPart(part)) return null;
          const decide = (approved: boolean) =>
            part.approval && chat.addToolApprovalResponse({ id: part.approval.id, approved });
          return (
            <p key={`${id} ${index}`}>
              {part.type} {JSON.stringify(part.input)} {part.state}
              {part.state === 'approval-requested' && (
                <button type="button" onClick={() => decide(true)} children="Approve" />
              )}
              {part.state === 'approval-requested' && (
                <button type="button" onClick={() => decide(false)} children="Reject" />
              )}
            </p>
          );
        }),
      )}
      {chat.error && <p role="alert">{chat.error.message}</p>}
      <input name="text" placeholder="Refund 80 of A-1043" />
      <button disabled={chat.status === 'streaming'}>Send</button>
    </form>
  );
}
