import { messageOf } from '#core';
import { layLimits } from '#tool';
import type { ToolCallLimits } from 'toolgate/tool';
import { ChatClientException } from '../errors/chat.errors.js';

/**
 * Overrides limits by others, name by name. Throws `ChatClientException` with the place and the value that is not a
 * limit.
 */
export const overrideLimits = (
  under: ToolCallLimits | undefined,
  over: ToolCallLimits,
  where: string,
): ToolCallLimits => {
  try {
    return layLimits(under, over, where);
  } catch (cause) {
    throw new ChatClientException(messageOf(cause), { cause });
  }
};
