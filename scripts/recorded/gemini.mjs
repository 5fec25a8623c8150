import { createGoogle } from '@ai-sdk/google';
import { createGoogleGenerativeAI as createGoogleV3 } from 'ai-sdk-google-v3';
import { file, merged, toolCall, toolResult } from './message-parts.mjs';
import { received } from './sse.mjs';

const KEY = 'recorded';
const CHOICES = { ANY: 'required', NONE: 'none', AUTO: 'auto' };

const partsOf = (exchange) => {
  const { document, events } = received(exchange);
  return (events ?? [document].flat()).flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
};

/** Returns the text of a result: under `error`, under the only key that its sender chose, or the whole result. */
const resultOf = (response = {}) => {
  if (response.error !== undefined) return { text: wordsOf(response.error), error: true };
  const value = response.content ?? response.return_value ?? response.result ?? response.output ?? response;
  return { text: wordsOf(value) };
};

const wordsOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Gemini pairs calls and results by id if there is one, otherwise by name and order. */
const callIds = () => {
  const open = new Map();
  let count = 0;
  return {
    call({ id, name }) {
      const given = id ?? `call_${count++}`;
      open.set(name, [...(open.get(name) ?? []), given]);
      return given;
    },
    result({ id, name }) {
      const queue = open.get(name) ?? [];
      const at = id ? queue.indexOf(id) : 0;
      const [taken] = at < 0 ? [] : queue.splice(at, 1);
      return id ?? taken;
    },
  };
};

const google = (thoughtSignature) => (thoughtSignature ? { google: { thoughtSignature } } : undefined);

const messageOf = (role, part, ids) => {
  const { functionCall, functionResponse, inlineData, fileData, thoughtSignature } = part;
  const metadata = google(thoughtSignature ?? part.thought_signature);
  if (functionCall) {
    const input = JSON.stringify(functionCall.args ?? {});
    return { role: 'assistant', content: [toolCall(ids.call(functionCall), functionCall.name, input, metadata)] };
  }
  if (functionResponse) {
    const { name, response } = functionResponse;
    return { role: 'tool', content: [toolResult({ id: ids.result(functionResponse), name, ...resultOf(response) })] };
  }
  if (inlineData) {
    return { role, content: [file(`data:${inlineData.mimeType};base64,${inlineData.data}`, inlineData.mimeType)] };
  }
  if (fileData) return { role, content: [file(fileData.fileUri, fileData.mimeType)] };
  const said = { type: part.thought ? 'reasoning' : 'text', text: part.text ?? '' };
  return { role, content: [metadata ? { ...said, providerMetadata: metadata } : said] };
};

/** Gemini's own schemas write types in capitals. */
const lowerTypes = (schema) => {
  if (Array.isArray(schema)) return schema.map(lowerTypes);
  if (!schema || typeof schema !== 'object') return schema;
  const entries = Object.entries(schema).map(([key, value]) => {
    const isType = key === 'type' && typeof value === 'string';
    return [key, isType ? value.toLowerCase() : lowerTypes(value)];
  });
  return Object.fromEntries(entries);
};

const schemaOf = (declaration) =>
  declaration.parameters_json_schema ?? declaration.parametersJsonSchema ?? lowerTypes(declaration.parameters);

/** The Gemini API. */
export const gemini = {
  owns: (path) => /:(stream)?generateContent$/i.test(path),

  models(url) {
    const model = /models\/([^/:]+):/.exec(url)[1];
    return {
      'google v4': (baseURL) => createGoogle({ baseURL, apiKey: KEY })(model),
      'google v3': (baseURL) => createGoogleV3({ baseURL, apiKey: KEY })(model),
    };
  },

  tools: ({ tools = [] }) =>
    tools
      .flatMap((tool) => tool.functionDeclarations ?? tool.function_declarations ?? [])
      .map((declaration) => ({
        name: declaration.name,
        description: declaration.description ?? '',
        inputSchema: schemaOf(declaration) ?? { type: 'object', properties: {} },
      })),

  options({ generationConfig = {}, toolConfig }) {
    const mode = toolConfig?.functionCallingConfig?.mode;
    const { temperature, maxOutputTokens, thinkingConfig } = generationConfig;
    return {
      temperature,
      maxOutputTokens,
      toolChoice: mode && { type: CHOICES[mode] ?? 'auto' },
      providerOptions: { google: thinkingConfig ? { thinkingConfig } : {} },
    };
  },

  messages({ systemInstruction, contents }) {
    const ids = callIds();
    const system = systemInstruction?.parts.map((part) => ({ role: 'system', text: part.text })) ?? [];
    const said = contents.flatMap(({ role, parts }) =>
      parts.map((part) => messageOf(role === 'model' ? 'assistant' : 'user', part, ids)),
    );
    return [...system, ...merged(said)];
  },

  events({ contents }) {
    const ids = callIds();
    return contents.flatMap(({ role, parts }) =>
      parts.flatMap(({ functionCall, functionResponse }) => {
        if (functionCall) return [{ type: 'call', id: ids.call(functionCall), name: functionCall.name }];
        if (!functionResponse) return role === 'model' ? [] : [{ type: 'other' }];
        return [{ type: 'result', id: ids.result(functionResponse), ...resultOf(functionResponse.response) }];
      }),
    );
  },

  answer(exchange) {
    const parts = partsOf(exchange);
    return {
      text: parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join(''),
      calls: parts
        .filter(({ functionCall }) => functionCall)
        .map(({ functionCall: { name, args = {} } }) => ({ name, input: JSON.stringify(args) })),
    };
  },
};
