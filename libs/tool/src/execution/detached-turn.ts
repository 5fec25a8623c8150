import { type JsonObject, type Prompt, toJson } from 'toolgate/model';
import { ToolContext } from '../tool-context.js';
import type { ToolCallingChatOptions } from '../tool-source.js';
import type { Turn } from '../turn.js';
import { freezeJson } from './freeze-json.js';
import { countTurn } from './turn-counts.js';

/** The turn of a batch that somebody executes outside a chat client. */
export const detachedTurn = ({ messages }: Prompt, { toolContext }: ToolCallingChatOptions): Turn => {
  const context = new ToolContext({ data: toolContext && (freezeJson(toJson(toolContext)) as JsonObject) });
  return { context, round: countTurn(messages).rounds, emit: () => {} };
};
