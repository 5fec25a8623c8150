import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createOpenAI as createOpenAIV2 } from 'ai-sdk-openai-v2';
import { createOpenAI as createOpenAIV3 } from 'ai-sdk-openai-v3';
import { file, merged, plainText, text, toolCall, toolChoice, toolResult } from './message-parts.mjs';
import { received } from './sse.mjs';

const KEY = 'recorded';

const userPart = (part) => {
  if (typeof part === 'string') return text(part);
  return part.type === 'image_url' ? file(part.image_url.url) : text(part.text ?? '');
};

const answerOf = (exchange) => {
  const { document, events } = received(exchange);
  if (document) return document.choices?.[0]?.message ?? {};
  const message = { content: '', tool_calls: [] };
  for (const event of events) {
    const delta = event.choices?.[0]?.delta ?? {};
    message.content += delta.content ?? '';
    for (const piece of delta.tool_calls ?? []) {
      const call = (message.tool_calls[piece.index ?? 0] ??= { function: { name: '', arguments: '' } });
      call.id ??= piece.id;
      call.function.name += piece.function?.name ?? '';
      call.function.arguments += piece.function?.arguments ?? '';
    }
  }
  return message;
};

/** Chat Completions, the API of OpenAI and of providers that imitate it. */
export const chatCompletions = {
  owns: () => true,

  models(url, { model }) {
    const compatible = (baseURL) => createOpenAICompatible({ baseURL, apiKey: KEY, name: 'compatible' })(model);
    if (!new URL(url).hostname.endsWith('openai.com')) return { 'openai-compatible': compatible };
    return {
      'openai v4': (baseURL) => createOpenAI({ baseURL, apiKey: KEY }).chat(model),
      'openai v3': (baseURL) => createOpenAIV3({ baseURL, apiKey: KEY }).chat(model),
      'openai v2': (baseURL) => createOpenAIV2({ baseURL, apiKey: KEY }).chat(model),
      'openai-compatible': compatible,
    };
  },

  tools: ({ tools = [] }) =>
    tools
      .map((tool) => tool.function ?? tool)
      .filter(({ name }) => name)
      .map(({ name, description = '', parameters }) => ({ name, description, inputSchema: parameters ?? {} })),

  options: (body) => ({
    toolChoice: toolChoice(body.tool_choice),
    temperature: body.temperature,
    maxOutputTokens: body.max_completion_tokens ?? body.max_tokens,
  }),

  messages({ messages }) {
    const names = new Map();
    return merged(
      messages.map((message) => {
        const { role, content } = message;
        if (role === 'system' || role === 'developer') return { role: 'system', text: plainText(content) };
        if (role === 'user') return { role, content: [content].flat().map(userPart) };
        if (role === 'tool') {
          const id = message.tool_call_id;
          return { role, content: [toolResult({ id, name: names.get(id), text: plainText(content) })] };
        }
        const calls = (message.tool_calls ?? []).map((call) => {
          names.set(call.id, call.function.name);
          return toolCall(call.id, call.function.name, call.function.arguments);
        });
        return { role: 'assistant', content: [...(content ? [text(plainText(content))] : []), ...calls] };
      }),
    );
  },

  events: ({ messages }) =>
    messages.flatMap(({ role, content, tool_calls, tool_call_id }) => {
      if (role === 'tool') return [{ type: 'result', id: tool_call_id, text: plainText(content) }];
      if (role !== 'assistant') return [{ type: 'other' }];
      return (tool_calls ?? []).map(({ id, function: { name } }) => ({ type: 'call', id, name }));
    }),

  answer(exchange) {
    const { content, tool_calls } = answerOf(exchange);
    return {
      text: content ?? '',
      calls: (tool_calls ?? []).map(({ function: { name, arguments: input } }) => ({ name, input })),
    };
  },
};
