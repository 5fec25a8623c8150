import type { FinishReason } from 'toolgate/model';
import type { UiFinishReason } from './ui-message-chunk.js';

/** Returns why an answer ended, in the words of the AI SDK. */
export const uiFinishReason = ({ unified }: FinishReason): UiFinishReason => {
  switch (unified) {
    case 'return-direct':
      return 'stop';
    case 'suspended':
      return 'tool-calls';
    case 'tool-call-limit':
      return 'other';
    default:
      return unified;
  }
};
