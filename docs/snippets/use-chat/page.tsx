import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, isToolUIPart, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { useEffect } from 'react';

const transport = new DefaultChatTransport({ api: '/chat' });
const sendAutomaticallyWhen = lastAssistantMessageIsCompleteWithApprovalResponses;

/** Reads a turn that waits again, once it was decided elsewhere, such as in the inbox. */
function useDecisionsElsewhere({ id, status, messages, setMessages, resumeStream }: ReturnType<typeof useChat>) {
  const last = messages.at(-1);
  const waiting = status === 'ready' && Object(last?.metadata).waits ? last?.id : undefined;
  useEffect(() => {
    if (waiting === undefined) return;
    const changes = new EventSource(`/chat/${id}/changes`);
    changes.addEventListener('message', () => {
      setMessages((all) => all.slice(0, -1));
      void resumeStream({ headers: { 'x-chat-message': waiting } });
    });
    return () => changes.close();
  }, [id, waiting, setMessages, resumeStream]);
}

export function Chat({ id }: { readonly id: string }) {
  const chat = useChat({ id, transport, sendAutomaticallyWhen, resume: true });
  useDecisionsElsewhere(chat);
  const send = (form: FormData) => void chat.sendMessage({ text: String(form.get('text')) });
  const parts = chat.messages.flatMap((message) => message.parts);
  const waits = Object(chat.messages.at(-1)?.metadata).waits === true;
  return (
    <form action={send}>
      {parts.map((part, index) => {
        if (part.type === 'text') return <p key={index}>{part.text}</p>;
        if (!isToolUIPart(part)) return null;
        const call = `${part.type} ${JSON.stringify(part.input)}: ${part.state}`;
        if (part.state !== 'approval-requested') return <p key={index}>{call}</p>;
        const decide = (approved: boolean) => chat.addToolApprovalResponse({ id: part.approval.id, approved });
        return (
          <p key={index}>
            {call}
            <button type="button" onClick={() => decide(true)} children="Approve" />
            <button type="button" onClick={() => decide(false)} children="Reject" />
          </p>
        );
      })}
      <input name="text" disabled={waits} />
      {chat.error && <p role="alert">{chat.error.message}</p>}
    </form>
  );
}
