import { createAnthropic } from '@ai-sdk/anthropic';
import { createAnthropic as createAnthropicV3 } from 'ai-sdk-anthropic-v3';
import { file, merged, plainText, text, toolCall, toolChoice, toolResult } from './message-parts.mjs';
import { received } from './sse.mjs';

const KEY = 'recorded';

const blocksOf = (content) => (typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []));

const contentOf = (exchange) => {
  const { document, events } = received(exchange);
  if (document) return { blocks: document.content ?? [], stop: document.stop_reason };
  const blocks = [];
  let stop;
  for (const { type, index, content_block, delta } of events) {
    stop = delta?.stop_reason ?? stop;
    if (type === 'content_block_start') blocks[index] = { ...content_block, json: '' };
    if (type === 'content_block_delta') {
      blocks[index].text = (blocks[index].text ?? '') + (delta.text ?? '');
      blocks[index].json += delta.partial_json ?? '';
    }
  }
  return { stop, blocks: blocks.map((block) => (block.json ? { ...block, input: JSON.parse(block.json) } : block)) };
};

const anthropic = (entry) => ({ providerMetadata: { anthropic: entry } });

const partOf = (block, names) => {
  switch (block.type) {
    case 'text':
      return text(block.text);
    case 'thinking':
      return { type: 'reasoning', text: block.thinking, ...anthropic({ signature: block.signature }) };
    case 'redacted_thinking':
      return { type: 'reasoning', text: '', ...anthropic({ redactedData: block.data }) };
    case 'tool_use':
      names.set(block.id, block.name);
      return toolCall(block.id, block.name, JSON.stringify(block.input));
    case 'tool_result': {
      const id = block.tool_use_id;
      return toolResult({ id, name: names.get(id), text: plainText(block.content), error: block.is_error });
    }
    case 'image': {
      const { url, media_type, data } = block.source;
      return file(url ?? `data:${media_type};base64,${data}`, media_type);
    }
    default:
      return undefined;
  }
};

const roleOf = (role, part) => (part.type === 'tool-result' ? 'tool' : role);

/** Anthropic's Messages API. */
export const anthropicMessages = {
  owns: (path) => path.endsWith('/messages'),

  models: (_url, { model }) => ({
    'anthropic v4': (baseURL) => createAnthropic({ baseURL, apiKey: KEY })(model),
    'anthropic v3': (baseURL) => createAnthropicV3({ baseURL, apiKey: KEY })(model),
  }),

  tools: ({ tools = [] }) =>
    tools
      .filter(({ input_schema }) => input_schema)
      .map(({ name, description = '', input_schema }) => ({ name, description, inputSchema: input_schema })),

  options: ({ tool_choice, max_tokens, temperature, thinking }) => ({
    toolChoice: toolChoice(tool_choice),
    maxOutputTokens: thinking?.budget_tokens ? max_tokens - thinking.budget_tokens : max_tokens,
    temperature,
    providerOptions: {
      anthropic: thinking ? { thinking: { type: thinking.type, budgetTokens: thinking.budget_tokens } } : {},
    },
  }),

  messages({ system, messages }) {
    const names = new Map();
    const said = messages.flatMap(({ role, content }) =>
      blocksOf(content)
        .map((block) => partOf(block, names))
        .filter((part) => part !== undefined)
        .map((part) => ({ role: roleOf(role, part), content: [part] })),
    );
    return [...(system ? [{ role: 'system', text: plainText(system) }] : []), ...merged(said)];
  },

  events: ({ messages }) =>
    messages.flatMap(({ role, content }) =>
      blocksOf(content).flatMap((block) => {
        if (block.type === 'tool_use') return [{ type: 'call', id: block.id, name: block.name }];
        if (block.type !== 'tool_result') return role === 'assistant' ? [] : [{ type: 'other' }];
        const { tool_use_id: id, content: result, is_error: error } = block;
        return [{ type: 'result', id, text: plainText(result), error }];
      }),
    ),

  answer(exchange) {
    const { blocks, stop } = contentOf(exchange);
    return {
      paused: stop === 'pause_turn',
      text: blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      calls: blocks
        .filter(({ type }) => type === 'tool_use')
        .map(({ name, input }) => ({ name, input: JSON.stringify(input) })),
    };
  },
};
