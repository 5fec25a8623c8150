import type { AttributeValue } from './attribute-value.js';

/**
 * The attributes of spans and measurements: those of the OpenTelemetry GenAI conventions, and those of this package. A
 * type and not an interface, so that it is assignable to the records of the SDK.
 */
export type Attributes = {
  'gen_ai.operation.name'?: AttributeValue | undefined;
  'gen_ai.provider.name'?: AttributeValue | undefined;
  'gen_ai.agent.name'?: AttributeValue | undefined;
  'gen_ai.conversation.id'?: AttributeValue | undefined;
  'gen_ai.output.type'?: AttributeValue | undefined;
  'gen_ai.request.model'?: AttributeValue | undefined;
  'gen_ai.request.stream'?: AttributeValue | undefined;
  'gen_ai.request.seed'?: AttributeValue | undefined;
  'gen_ai.request.max_tokens'?: AttributeValue | undefined;
  'gen_ai.request.temperature'?: AttributeValue | undefined;
  'gen_ai.request.top_p'?: AttributeValue | undefined;
  'gen_ai.request.top_k'?: AttributeValue | undefined;
  'gen_ai.request.frequency_penalty'?: AttributeValue | undefined;
  'gen_ai.request.presence_penalty'?: AttributeValue | undefined;
  'gen_ai.request.stop_sequences'?: AttributeValue | undefined;
  'gen_ai.response.id'?: AttributeValue | undefined;
  'gen_ai.response.model'?: AttributeValue | undefined;
  'gen_ai.response.finish_reasons'?: AttributeValue | undefined;
  'gen_ai.response.time_to_first_chunk'?: AttributeValue | undefined;
  'gen_ai.usage.input_tokens'?: AttributeValue | undefined;
  'gen_ai.usage.output_tokens'?: AttributeValue | undefined;
  'gen_ai.usage.cache_read.input_tokens'?: AttributeValue | undefined;
  'gen_ai.usage.cache_creation.input_tokens'?: AttributeValue | undefined;
  'gen_ai.usage.reasoning.output_tokens'?: AttributeValue | undefined;
  'gen_ai.input.messages'?: AttributeValue | undefined;
  'gen_ai.output.messages'?: AttributeValue | undefined;
  'gen_ai.tool.name'?: AttributeValue | undefined;
  'gen_ai.tool.description'?: AttributeValue | undefined;
  'gen_ai.tool.type'?: AttributeValue | undefined;
  'gen_ai.tool.call.id'?: AttributeValue | undefined;
  'gen_ai.tool.call.arguments'?: AttributeValue | undefined;
  'gen_ai.tool.call.result'?: AttributeValue | undefined;
  'gen_ai.token.type'?: AttributeValue | undefined;
  'error.type'?: AttributeValue | undefined;
  /** The tenant of the turn; absent for the tenant `default`. */
  'toolgate.tenant'?: AttributeValue | undefined;
  /** The advisors of the turn, outermost first. */
  'toolgate.advisors'?: AttributeValue | undefined;
  'toolgate.advisor.name'?: AttributeValue | undefined;
  'toolgate.advisor.order'?: AttributeValue | undefined;
  'toolgate.round'?: AttributeValue | undefined;
  /** How a call ended: `success`, `error`, `denied`, `limit`. */
  'toolgate.tool.outcome'?: AttributeValue | undefined;
  /** Why a call did not run: the decision of the gate, the limit, or what is wrong with the call. */
  'toolgate.tool.reason'?: AttributeValue | undefined;
  'toolgate.tool.attempt'?: AttributeValue | undefined;
  /** The outcome of a decision: `approved`, `rejected`, `asked`, `error`. */
  'toolgate.tool.approval.outcome'?: AttributeValue | undefined;
  /** The strategy that decided. */
  'toolgate.tool.approval.strategy'?: AttributeValue | undefined;
  /** The phase of the decision if it was not the first: `edit`, `resume`. */
  'toolgate.tool.approval.phase'?: AttributeValue | undefined;
  'toolgate.tool.approval.reason'?: AttributeValue | undefined;
  'toolgate.tool.approval.id'?: AttributeValue | undefined;
  /** The status of an approval, in lower case. */
  'toolgate.tool.approval.status'?: AttributeValue | undefined;
  'toolgate.suspended'?: AttributeValue | undefined;
  'toolgate.resumed'?: AttributeValue | undefined;
  'toolgate.run.id'?: AttributeValue | undefined;
};
