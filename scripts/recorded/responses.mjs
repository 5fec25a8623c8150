import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAI as createOpenAIV2 } from 'ai-sdk-openai-v2';
import { createOpenAI as createOpenAIV3 } from 'ai-sdk-openai-v3';
import { file, merged, plainText, text, toolCall, toolChoice, toolResult } from './message-parts.mjs';
import { received } from './sse.mjs';

const KEY = 'recorded';

const outputOf = (exchange) => {
  const { document, events } = received(exchange);
  if (document) return document.output ?? [];
  return events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item);
};

const inputOf = ({ input }) => (typeof input === 'string' ? [{ role: 'user', content: input }] : input);

const userPart = (part) => {
  if (typeof part === 'string') return text(part);
  return part.type === 'input_image' ? file(part.image_url) : text(part.text ?? '');
};

const reasoning = ({ id, encrypted_content, summary = [] }) => ({
  type: 'reasoning',
  text: plainText(summary),
  providerMetadata: { openai: { itemId: id, reasoningEncryptedContent: encrypted_content ?? null } },
});

const messageOf = (item, names) => {
  const metadata = item.id ? { openai: { itemId: item.id } } : undefined;
  if (item.type === 'function_call') {
    names.set(item.call_id, item.name);
    return { role: 'assistant', content: [toolCall(item.call_id, item.name, item.arguments, metadata)] };
  }
  if (item.type === 'function_call_output') {
    const result = { id: item.call_id, name: names.get(item.call_id), text: plainText(item.output) };
    return { role: 'tool', content: [toolResult(result)] };
  }
  if (item.type === 'reasoning') return { role: 'assistant', content: [reasoning(item)] };
  if (item.role === 'user') return { role: 'user', content: [item.content].flat().map(userPart) };
  if (item.role !== 'assistant') return { role: 'system', text: plainText(item.content) };
  const part = text(plainText(item.content));
  return { role: 'assistant', content: [metadata ? { ...part, providerMetadata: metadata } : part] };
};

/** OpenAI's Responses API. */
export const responses = {
  owns: (path) => path.endsWith('/responses'),

  models: (_url, { model }) => ({
    'openai v4': (baseURL) => createOpenAI({ baseURL, apiKey: KEY }).responses(model),
    'openai v3': (baseURL) => createOpenAIV3({ baseURL, apiKey: KEY }).responses(model),
    'openai v2': (baseURL) => createOpenAIV2({ baseURL, apiKey: KEY }).responses(model),
  }),

  tools: ({ tools = [] }) =>
    tools
      .filter(({ type }) => type === 'function')
      .map(({ name, description, parameters }) => ({
        name,
        description: description ?? '',
        inputSchema: parameters ?? {},
      })),

  options: ({ tool_choice, store, include, reasoning: { effort, summary } = {} }) => ({
    toolChoice: toolChoice(tool_choice),
    providerOptions: {
      openai: {
        // Encrypted reasoning is sent only if the provider stores nothing; otherwise a reference replaces it.
        ...(include?.includes('reasoning.encrypted_content') ? { store: false } : store !== undefined && { store }),
        ...(include && { include }),
        ...(effort && { reasoningEffort: effort }),
        ...(summary && { reasoningSummary: summary }),
      },
    },
  }),

  messages(body) {
    const names = new Map();
    const said = merged(inputOf(body).map((item) => messageOf(item, names)));
    return body.instructions ? [{ role: 'system', text: body.instructions }, ...said] : said;
  },

  /** Returns the events of a request. A request may refer to an item of an earlier answer that the provider stored. */
  events(body, served) {
    const known = new Map(served.flatMap(outputOf).map((item) => [item.id, item]));
    return inputOf(body).flatMap((sent) => {
      const item = sent.type === 'item_reference' ? (known.get(sent.id) ?? sent) : sent;
      if (item.type === 'function_call') return [{ type: 'call', id: item.call_id, name: item.name }];
      if (item.type === 'function_call_output') {
        return [{ type: 'result', id: item.call_id, text: plainText(item.output) }];
      }
      return item.role && item.role !== 'assistant' ? [{ type: 'other' }] : [];
    });
  },

  answer(exchange) {
    const output = outputOf(exchange);
    return {
      text: output
        .flatMap(({ type, content }) => (type === 'message' ? content.map((part) => part.text ?? '') : []))
        .join(''),
      calls: output
        .filter(({ type }) => type === 'function_call')
        .map(({ name, arguments: input }) => ({ name, input })),
    };
  },
};
