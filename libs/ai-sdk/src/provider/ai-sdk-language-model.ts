/** The supported versions of the AI SDK's language model specification. */
export type AiSdkSpecificationVersion = 'v2' | 'v3' | 'v4';

/**
 * A language model object of the AI SDK, with the properties that Toolgate uses. `LanguageModelV2`, `V3` and `V4` have
 * them.
 */
export interface AiSdkLanguageModel {
  readonly specificationVersion: AiSdkSpecificationVersion;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: never): PromiseLike<object>;
  doStream(options: never): PromiseLike<{ readonly stream: object }>;
}
