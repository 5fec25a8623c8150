/** The names of the GenAI conventions of OpenTelemetry, and of what they have no name for. */
export const ATTRIBUTES = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  agent: 'gen_ai.agent.name',
  conversation: 'gen_ai.conversation.id',
  outputType: 'gen_ai.output.type',
  requestModel: 'gen_ai.request.model',
  requestStream: 'gen_ai.request.stream',
  requestSeed: 'gen_ai.request.seed',
  maxTokens: 'gen_ai.request.max_tokens',
  temperature: 'gen_ai.request.temperature',
  topP: 'gen_ai.request.top_p',
  topK: 'gen_ai.request.top_k',
  frequencyPenalty: 'gen_ai.request.frequency_penalty',
  presencePenalty: 'gen_ai.request.presence_penalty',
  stopSequences: 'gen_ai.request.stop_sequences',
  responseId: 'gen_ai.response.id',
  responseModel: 'gen_ai.response.model',
  finishReasons: 'gen_ai.response.finish_reasons',
  firstChunk: 'gen_ai.response.time_to_first_chunk',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cacheReadTokens: 'gen_ai.usage.cache_read.input_tokens',
  cacheWriteTokens: 'gen_ai.usage.cache_creation.input_tokens',
  reasoningTokens: 'gen_ai.usage.reasoning.output_tokens',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  toolName: 'gen_ai.tool.name',
  toolDescription: 'gen_ai.tool.description',
  toolType: 'gen_ai.tool.type',
  toolCallId: 'gen_ai.tool.call.id',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
  tokenType: 'gen_ai.token.type',
  errorType: 'error.type',
  /** The tenant of the turn; left out for the tenant `default`. */
  tenant: 'toolgate.tenant',
  /** The advisors of the turn, outermost first. */
  advisors: 'toolgate.advisors',
  advisor: 'toolgate.advisor.name',
  advisorOrder: 'toolgate.advisor.order',
  round: 'toolgate.round',
  /** How a call ended: `success`, `error`, `denied`, `limit`. */
  outcome: 'toolgate.tool.outcome',
  /** Why a call did not run: what the gate decided, the limit, or what is wrong with the call. */
  reason: 'toolgate.tool.reason',
  attempt: 'toolgate.tool.attempt',
  /** What the gate made of a call: `approved`, `rejected`, `asked`, `error`. */
  approvalOutcome: 'toolgate.tool.approval.outcome',
  /** The strategy that said so. */
  approvalStrategy: 'toolgate.tool.approval.strategy',
  /** When it was asked, where that was not at first: `edit`, `resume`. */
  approvalPhase: 'toolgate.tool.approval.phase',
  approvalReason: 'toolgate.tool.approval.reason',
  approval: 'toolgate.tool.approval.id',
  /** Where an approval stands, in small letters. */
  approvalStatus: 'toolgate.tool.approval.status',
  suspended: 'toolgate.suspended',
  resumed: 'toolgate.resumed',
  run: 'toolgate.run.id',
} as const;

/** What the name of each attribute begins with that a strategy gave itself. */
export const METADATA = 'toolgate.tool.approval.metadata.';

/** The names of events on spans. */
export const EVENTS = {
  /** The turn waits for a person. */
  suspended: 'toolgate.suspended',
  /** A call of a tool was answered without running it. */
  notRun: 'toolgate.tool.not_run',
} as const;
