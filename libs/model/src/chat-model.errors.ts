/** Which model of which provider an exception is about. */
export interface ModelName {
  readonly provider: string;
  readonly modelId: string;
}

/**
 * A chat model could not answer: what any model throws, whoever wrote it. The message names the provider, the model and what happened, and holds neither keys
 * nor headers nor bodies; `cause` is the provider's own error.
 */
export class ChatModelException extends Error {
  override readonly name: string = 'ChatModelException';
  readonly provider: string;
  readonly modelId: string;

  constructor({ provider, modelId }: ModelName, happened: string, options?: ErrorOptions) {
    super(`The model ${modelId} of ${provider} ${happened}`, options);
    this.provider = provider;
    this.modelId = modelId;
  }
}
