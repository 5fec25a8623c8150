import { type Message, textOf } from 'toolgate/model';
import { textOfOutput } from '../loop/synthetic-response.js';

/** Returns the text of a message, including the results of tools. */
export const messageText = (message: Message): string =>
  message.role === 'tool' ? message.content.map(({ output }) => textOfOutput(output)).join('\n') : textOf(message);
