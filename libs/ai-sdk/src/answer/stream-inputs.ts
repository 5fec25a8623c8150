import type { ToolInputDeltaPart } from 'toolgate/model';
import { type AnswerContext, refuseProviderExecuted } from './assistant-part.js';
import type { ProviderStreamPart } from '../provider/provider-answer.js';

/** The start of a call's arguments, or a delta of them. */
type InputPart = Extract<ProviderStreamPart, { type: 'tool-input-start' | 'tool-input-delta' }>;

/** Reads arguments while the model writes them. Those of a provider's own tool are read with the whole call. */
export const streamInputs = (context: AnswerContext): ((part: InputPart) => ToolInputDeltaPart | undefined) => {
  const calls = new Map<string, Pick<ToolInputDeltaPart, 'toolCallId' | 'toolName'>>();
  return (part) => {
    const id = part.id ?? '';
    if (part.type === 'tool-input-delta') {
      const call = calls.get(id);
      return call && part.delta !== '' ? { type: 'tool-input-delta', ...call, delta: part.delta } : undefined;
    }
    const { toolName, providerExecuted } = part;
    calls.delete(id);
    if (providerExecuted) refuseProviderExecuted(context, toolName);
    else calls.set(id, { toolCallId: context.ids.announce(id), toolName });
    return undefined;
  };
};
