import {
  type AssistantPart,
  ChatModel,
  type ChatModelCall,
  type ChatModelOptions,
  type ChatResponse,
  type ChatStream,
  foldStream,
  type ModelName,
  type Prompt,
  type StreamPart,
} from 'toolgate/model';
import { assertTakesTools } from '../answer/assert-takes-tools.js';
import type { AiSdkLanguageModel } from '../provider/ai-sdk-language-model.js';
import { type AnswerEnd, answerEnd, joinEnds } from '../answer/answer-end.js';
import { type AnswerContext, assistantPart } from '../answer/assistant-part.js';
import { modelFailure } from '../failures/model-failure.js';
import { type OpenStream, openStream } from './open-stream.js';
import { continued, isPaused, MAX_CONTINUATIONS, unfinished } from '../answer/paused-answer.js';
import type { ProviderAnswer } from '../provider/provider-answer.js';
import type { ProviderCallOptions, ProviderModel } from '../request/provider-model.js';
import { providerRequest } from '../request/provider-request.js';
import { untilAborted } from '../failures/until-aborted.js';
import { type StreamSegment, streamSegment } from '../answer/stream-segment.js';
import { structuredOutputSupport } from '../request/structured-output-support.js';
import { toolCallIds } from '../request/tool-call-ids.js';

/** The options of a chat model of the AI SDK. */
export interface AiSdkChatModelSettings {
  /** The default options of every request. Default tools among them are for the chat client. */
  readonly options?: ChatModelOptions;
  /**
   * Accepts answers in which the provider ran tools of its own, such as web search. These tools pass no gate.
   * @default false
   */
  readonly allowProviderExecutedTools?: boolean;
  /**
   * Whether the model enforces a schema for its answers; `without-tools`: only if a prompt has no tools.
   * @default the known support of the provider, otherwise false
   */
  readonly supportsStructuredOutput?: ChatModel['supportsStructuredOutput'];
}

const VERSIONS: readonly unknown[] = ['v2', 'v3', 'v4'];

/** Creates a chat model from any language model object of the AI SDK. Throws a TypeError for any other value. */
export const aiSdkChatModel = (model: AiSdkLanguageModel, settings: AiSdkChatModelSettings = {}): ChatModel => {
  if (typeof model === 'string') {
    throw new TypeError(
      `aiSdkChatModel() takes a model object, not the id '${String(model)}'. Pass the model that a provider package ` +
        "makes, such as openai('gpt-5-mini').",
    );
  }
  if (!VERSIONS.includes(model?.specificationVersion)) {
    throw new TypeError(
      `aiSdkChatModel() supports the AI SDK's language model specification v2, v3 and v4, and received ` +
        `'${String(model?.specificationVersion)}'. Pass a language model of a provider package of one of these versions.`,
    );
  }
  return new AiSdkChatModel(model as ProviderModel, settings);
};

const nextPart = async (source: OpenStream, segment: StreamSegment): Promise<StreamPart | undefined> => {
  for (let part = await source.read(); part; part = await source.read()) {
    const read = segment.take(part);
    if (read) return read;
  }
  return undefined;
};

class AiSdkChatModel extends ChatModel {
  override readonly defaultOptions?: ChatModelOptions;
  override readonly modelName: ModelName;
  override readonly warnings?: readonly string[];
  override readonly supportsStructuredOutput: NonNullable<ChatModel['supportsStructuredOutput']>;
  private readonly allowProviderExecutedTools: boolean;

  constructor(
    private readonly model: ProviderModel,
    settings: AiSdkChatModelSettings,
  ) {
    super();
    this.modelName = { provider: model.provider, modelId: model.modelId };
    const { options, allowProviderExecutedTools = false, supportsStructuredOutput } = settings;
    this.supportsStructuredOutput = supportsStructuredOutput ?? structuredOutputSupport(model);
    if (options) this.defaultOptions = options;
    this.allowProviderExecutedTools = allowProviderExecutedTools;
    if (allowProviderExecutedTools) {
      this.warnings = [`${model.provider} may run tools of its own for ${model.modelId}: they pass no gate.`];
    }
  }

  async call(prompt: Prompt, { signal }: ChatModelCall = {}): Promise<ChatResponse> {
    const request = this.request(prompt, signal);
    const context = this.context(prompt);
    const content: AssistantPart[] = [];
    let { options } = request;
    let end: AnswerEnd | undefined;
    for (let pauses = 0; ; pauses++) {
      const answer = await this.generate(options);
      assertTakesTools(this.model, answer.warnings);
      for (const part of answer.content) {
        const read = assistantPart(part, context);
        if (read) content.push(read);
      }
      end = joinEnds(end, answerEnd(this.model, answer, request.warnings));
      const paused = isPaused(end, () => content);
      if (paused && pauses < MAX_CONTINUATIONS) options = continued(this.model, request.options, content);
      else return { message: { role: 'assistant', content }, ...(paused ? unfinished(end) : end) };
    }
  }

  async *stream(prompt: Prompt, { signal }: ChatModelCall = {}): ChatStream {
    const request = this.request(prompt, signal);
    const context = this.context(prompt);
    const fold = foldStream();
    let { options } = request;
    let end: AnswerEnd | undefined;
    for (let pauses = 0; ; pauses++) {
      const segment = streamSegment(context, pauses === 0 ? '' : `${pauses}:`);
      const source = await openStream(this.model, options);
      try {
        for (let part = await nextPart(source, segment); part; part = await nextPart(source, segment)) {
          fold.add(part);
          yield part;
        }
      } finally {
        source.close();
      }
      end = joinEnds(end, segment.end(request.warnings));
      const paused = isPaused(end, () => fold.response().message.content);
      if (paused && pauses < MAX_CONTINUATIONS) {
        options = continued(this.model, request.options, fold.response().message.content);
        continue;
      }
      const finish = { type: 'finish', ...(paused ? unfinished(end) : end) } as const;
      fold.add(finish);
      yield finish;
      return fold.response();
    }
  }

  private request(prompt: Prompt, signal: AbortSignal | undefined) {
    const { defaultOptions, allowProviderExecutedTools } = this;
    return providerRequest(this.model, { options: defaultOptions, allowProviderExecutedTools }, prompt, signal);
  }

  private context({ messages }: Prompt): AnswerContext {
    const { model, allowProviderExecutedTools } = this;
    return { model, ids: toolCallIds(messages), allowProviderExecutedTools };
  }

  private async generate(options: ProviderCallOptions): Promise<ProviderAnswer> {
    const signal = options.abortSignal;
    signal?.throwIfAborted();
    try {
      return await untilAborted(this.model.doGenerate(options), signal);
    } catch (error) {
      throw signal?.aborted ? signal.reason : modelFailure(this.model, error);
    }
  }
}
