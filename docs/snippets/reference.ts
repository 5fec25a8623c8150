// #region door
import { type Message, textOf, userMessage } from 'toolgate/model';

const question: Message = userMessage('Refund A-1042');
const text = textOf(question);
// #endregion

export const run = async (): Promise<unknown> => ({ role: question.role, text });
