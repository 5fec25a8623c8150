import * as v7 from 'ai';
import type { ModelMessage } from 'ai';
import * as v6 from 'ai-v6';
import type { AiSdkToolSet, GatedAiSdkTools } from 'toolgate/ai-sdk/tools';

/** What one request to a loop receives. */
export interface LoopRequest {
  readonly model: object;
  readonly messages: readonly ModelMessage[];
  readonly given: GatedAiSdkTools<AiSdkToolSet>;
  readonly abortSignal?: AbortSignal | undefined;
}

/** What one request to a loop returned. */
export interface LoopAnswer {
  readonly text: string;
  /** The posted messages and those of every step, as a client stores them. */
  readonly history: readonly ModelMessage[];
}

/** A stock loop of one version of the AI SDK. */
export interface Loop {
  readonly name: string;
  readonly run: (request: LoopRequest) => Promise<LoopAnswer>;
}

interface Result {
  readonly text: string | PromiseLike<string>;
  readonly fullStream?: AsyncIterable<{ readonly type: string; readonly error?: unknown }>;
  readonly responseMessages?: unknown;
  readonly response: PromiseLike<{ readonly messages: unknown }> | { readonly messages: unknown };
}

/** The functions of a version that run a loop. Their types differ in what the tests do not read. */
interface Functions {
  readonly generateText: (request: object) => Promise<Result>;
  readonly streamText: (request: object) => Result;
  readonly ToolLoopAgent: new (settings: object) => {
    generate(request: object): Promise<Result>;
    stream(request: object): Promise<Result>;
  };
}

const read = async (result: Result): Promise<{ text: string; messages: readonly ModelMessage[] }> => {
  if (result.fullStream) {
    for await (const part of result.fullStream) if (part.type === 'error') throw part.error;
  }
  const messages = (await result.responseMessages) ?? (await result.response).messages;
  return { text: await result.text, messages: messages as readonly ModelMessage[] };
};

type Start = (sdk: Functions, settings: object, request: object) => Result | Promise<Result>;

const STARTS: Readonly<Record<string, Start>> = {
  generateText: (sdk, settings, request) => sdk.generateText({ ...settings, ...request }),
  streamText: (sdk, settings, request) => sdk.streamText({ ...settings, ...request, onError: () => {} }),
  'ToolLoopAgent.generate': (sdk, settings, request) => new sdk.ToolLoopAgent(settings).generate(request),
  'ToolLoopAgent.stream': (sdk, settings, request) => new sdk.ToolLoopAgent(settings).stream(request),
};

const loopsOf = (version: string, sdk: Functions, stopWhen: unknown): readonly Loop[] =>
  Object.entries(STARTS).map(([name, start]) => ({
    name: `${name}, ai ${version}`,
    run: async ({ model, messages, given, abortSignal }) => {
      const result = await start(sdk, { model, stopWhen, ...given }, { messages: [...messages], abortSignal });
      const { text, messages: answered } = await read(result);
      return { text, history: [...messages, ...answered] };
    },
  }));

/** Every stock loop of AI SDK 6 and 7. */
export const LOOPS: readonly Loop[] = [
  ...loopsOf('7', v7 as unknown as Functions, v7.isStepCount(5)),
  ...loopsOf('6', v6 as unknown as Functions, v6.stepCountIs(5)),
];

/** A call of a model: the tool, its input and its id. */
export type Call = readonly [tool: string, input: object, id?: string];

type Prompt = readonly { readonly role: string; readonly content: unknown }[];

const USAGE = { inputTokens: {}, outputTokens: {} };

/**
 * A model of the AI SDK that makes the calls of one step after the other since the last question, and then answers.
 * `prompts` are those that it received.
 */
export const modelOf = (...steps: readonly (readonly Call[])[]) => {
  const prompts: Prompt[] = [];
  const answer = (prompt: Prompt) => {
    prompts.push(prompt);
    const since = prompt.slice(prompt.findLastIndex(({ role }) => role === 'user'));
    const calls = steps[since.filter(({ role }) => role === 'assistant').length] ?? [];
    const content = calls.map(([toolName, input, toolCallId = `call-${toolName}`]) => {
      return { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) };
    });
    const unified = calls.length > 0 ? 'tool-calls' : 'stop';
    return { content, finishReason: { unified, raw: unified } };
  };
  const TEXT = { type: 'text', text: 'Fine.' };
  const model = {
    specificationVersion: 'v3',
    provider: 'fake',
    modelId: 'fake-1',
    supportedUrls: {},
    doGenerate: async ({ prompt }: { prompt: Prompt }) => {
      const { content, finishReason } = answer(prompt);
      return { content: content.length > 0 ? content : [TEXT], finishReason, usage: USAGE, warnings: [] };
    },
    doStream: async ({ prompt }: { prompt: Prompt }) => {
      const { content, finishReason } = answer(prompt);
      const id = 'answer';
      const text = [
        { type: 'text-start', id },
        { type: 'text-delta', id, delta: TEXT.text },
        { type: 'text-end', id },
      ];
      const parts = [{ type: 'stream-start', warnings: [] }, ...(content.length > 0 ? content : text)];
      return { stream: ReadableStream.from([...parts, { type: 'finish', finishReason, usage: USAGE }]) };
    },
  };
  return { model, prompts };
};

/** The values of the last results that the model received. */
export const lastResults = ({ prompts }: ReturnType<typeof modelOf>): readonly unknown[] => {
  const last = prompts.at(-1)!.findLast(({ role }) => role === 'tool')!;
  const parts = last.content as readonly { readonly type: string; readonly output: { readonly value?: unknown } }[];
  return parts.filter(({ type }) => type === 'tool-result').map(({ output }) => output.value);
};

interface Request {
  readonly type: string;
  readonly approvalId: string;
  readonly isAutomatic?: boolean;
}

/** The messages that the stock client posts after its user answered each request for approval. */
export const answered = ({ history }: LoopAnswer, approved = true): readonly ModelMessage[] => {
  const { content } = history.findLast(({ role }) => role === 'assistant')!;
  const requests = (content as unknown as readonly Request[]).filter(
    ({ type, isAutomatic }) => type === 'tool-approval-request' && !isAutomatic,
  );
  const responses = requests.map(
    ({ approvalId }) => ({ type: 'tool-approval-response', approvalId, approved }) as const,
  );
  return [...history, { role: 'tool', content: responses }];
};
