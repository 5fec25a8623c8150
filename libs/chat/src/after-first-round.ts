import type { ToolCallingChatOptions } from 'toolgate/tool';

const AUTO = { type: 'auto' } as const;

/** Returns the options of every round after the first: only that one has to obey a tool choice that requires a call. */
export const afterFirstRound = (options: ToolCallingChatOptions): ToolCallingChatOptions => {
  const { toolChoice } = options;
  const requiresCall = toolChoice?.type === 'required' || toolChoice?.type === 'tool';
  // Stated and not left out, because a model may have defaults of its own.
  return requiresCall && toolChoice.everyRound !== true ? { ...options, toolChoice: AUTO } : options;
};
