import type { ToolCallingChatOptions } from 'toolgate/tool';

const AUTO = { type: 'auto' } as const;

/**
 * Returns the options of every round after the first. A tool choice that requires a call applies to the first round
 * only, unless it sets `everyRound`.
 */
export const afterFirstRound = (options: ToolCallingChatOptions): ToolCallingChatOptions => {
  const { toolChoice } = options;
  const requiresCall = toolChoice?.type === 'required' || toolChoice?.type === 'tool';
  // Set explicitly, because a model may have defaults of its own.
  return requiresCall && toolChoice.everyRound !== true ? { ...options, toolChoice: AUTO } : options;
};
