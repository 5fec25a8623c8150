import { type Message, textOf } from 'toolgate/model';
import { textOfOutput } from '../text-of-output.js';

/** What a message says to a model as text, the results of tools included. */
export const saidIn = (message: Message): string =>
  message.role === 'tool' ? message.content.map(({ output }) => textOfOutput(output)).join('\n') : textOf(message);
