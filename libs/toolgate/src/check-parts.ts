import { SeamException, kindOf, recordOf } from '#core';
import type { ChatModel } from 'toolgate/model';

interface Parts {
  readonly model?: ChatModel | undefined;
  readonly tools?: unknown;
}

/** Throws `SeamException` for a `model` that is not a chat model, and for `tools` that are not a list. */
export const checkParts = ({ model, tools }: Parts): void => {
  if (model !== undefined) checkModel(model);
  if (tools === undefined || Array.isArray(tools)) return;
  throw new SeamException(`createToolgate(): "tools" received ${kindOf(tools)}. Pass a list: [${nameOf(tools)}].`);
};

const checkModel = (model: unknown): void => {
  const { call, stream, doGenerate } = recordOf(model);
  if (typeof call === 'function' && typeof stream === 'function') return;
  if (typeof doGenerate === 'function') {
    throw new SeamException(
      'createToolgate(): "model" received a model of the AI SDK. Pass aiSdkChatModel(model), from toolgate/ai-sdk.',
    );
  }
  throw new SeamException(
    `createToolgate(): "model" received ${kindOf(model)}. Pass a chat model, such as aiSdkChatModel(openai('gpt-5-mini')).`,
  );
};

const nameOf = (tools: unknown): string => (typeof tools === 'function' && tools.name) || 'findOrder';
