import { DefaultChatTransport, isToolUIPart, type UIMessage } from 'ai';

/** The answers to questions of tools, by the ids of their approvals. */
export type GivenAnswers = Map<string, object>;

/**
 * The stock transport, with the answers that belong to the decisions of a request. The stock client itself sends the
 * additions of the last decision only.
 */
export const chatTransport = (headers: Record<string, string>, answers: GivenAnswers) =>
  new DefaultChatTransport({
    api: '/support',
    headers,
    prepareSendMessagesRequest: ({ id, messages, trigger, messageId }) => ({
      body: { id, messages, trigger, messageId, answers: Object.fromEntries(answersIn(messages.at(-1), answers)) },
    }),
  });

const answersIn = (message: UIMessage | undefined, answers: GivenAnswers): (readonly [string, object])[] =>
  (message?.parts ?? []).flatMap((part) => {
    const id = isToolUIPart(part) && part.state === 'approval-responded' ? part.approval.id : '';
    const answer = answers.get(id);
    return answer ? [[id, answer] as const] : [];
  });
