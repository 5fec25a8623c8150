import { yesOrNo } from './kinds.js';
import { option } from './option.js';

/**
 * The content of spans: options of the room `observability`. They are declared here, because `ToolgateModule` reads them
 * too, and does not load that room.
 */
export const SPAN_CONTENT = {
  toolContent: option(
    yesOrNo,
    'spans contain the arguments and results of tools',
    false,
    'TOOLGATE_OBSERVABILITY_TOOL_CONTENT',
  ),
  messageContent: option(
    yesOrNo,
    'spans contain the messages to and from models',
    false,
    'TOOLGATE_OBSERVABILITY_MESSAGE_CONTENT',
  ),
  approvalReason: option(
    yesOrNo,
    'spans contain the reasons of decisions',
    false,
    'TOOLGATE_OBSERVABILITY_APPROVAL_REASON',
  ),
};
