import { PrincipalResolver } from 'toolgate/http';
import type { Message } from 'toolgate/model';
import { type ScriptedAnswer, ScriptedChatModel } from 'toolgate/testing';

/** What the model answers. */
export const script: ScriptedAnswer[] = [];

export const model = new ScriptedChatModel(script);

/** Every request is made by Lee, a lead of acme. */
export class Staff extends PrincipalResolver {
  principal() {
    return { approver: { id: 'lee', tenant: 'acme', roles: ['lead'] } };
  }
}

/** The text of the first result in a message. */
export const resultIn = (message: Message | undefined): string => {
  const [part] = message?.role === 'tool' ? message.content : [];
  return part?.output.type === 'text' ? part.output.text : '';
};
