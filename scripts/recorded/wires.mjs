import { anthropicMessages } from './anthropic-messages.mjs';
import { chatCompletions } from './chat-completions.mjs';
import { gemini } from './gemini.mjs';
import { responses } from './responses.mjs';

const WIRES = [anthropicMessages, responses, gemini, chatCompletions];

/** The wire format of a recorded URL. */
export const wireOf = (url) => WIRES.find(({ owns }) => owns(new URL(url).pathname));
