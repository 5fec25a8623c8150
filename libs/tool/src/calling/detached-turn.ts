import { freezeJson } from '#core';
import { type Prompt, toJson } from 'toolgate/model';
import { ToolContext } from '../contract/tool-context.js';
import { TurnCounts } from '../contract/turn-counts.js';
import type { Turn } from '../contract/turn.js';
import type { ToolCallingChatOptions } from '../selection/tool-source.js';

/** Returns the turn of a batch that the application executes outside a chat client. */
export const detachedTurn = ({ messages }: Prompt, options: ToolCallingChatOptions): Turn => ({
  context: detachedContext(options),
  round: new TurnCounts(messages).rounds,
  emit: () => {},
});

/** Returns the tool context of such a turn. */
export const detachedContext = ({ toolContext }: ToolCallingChatOptions): ToolContext =>
  new ToolContext({ data: toolContext && freezeJson(toJson(toolContext)) });
