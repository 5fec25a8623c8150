import type { ToolContext } from 'toolgate/tool';

/**
 * A tool of the AI SDK 6 or 7, as `tool()` and `dynamicTool()` return it. Only the properties that Toolgate uses are
 * listed.
 */
export interface AiSdkTool {
  readonly type?: string | undefined;
  readonly description?: string | ((options: never) => string) | undefined;
  readonly inputSchema?: unknown;
  /** Validates the context that `execute` receives. */
  readonly contextSchema?: unknown;
  readonly strict?: boolean | undefined;
  readonly inputExamples?: readonly { readonly input: unknown }[] | undefined;
  readonly providerOptions?: object | undefined;
  readonly needsApproval?: boolean | ((input: never, options: never) => boolean | PromiseLike<boolean>) | undefined;
  readonly execute?: ((input: never, options: never) => unknown) | undefined;
  readonly toModelOutput?: ((options: never) => unknown) | undefined;
}

/** Tools of the AI SDK by name, as `generateText({ tools })` takes them. */
export type AiSdkToolSet = Readonly<Record<string, AiSdkTool>>;

/** Returns the context that a tool of the AI SDK receives for one call. */
export type AiSdkContext = (call: ToolContext) => unknown;

/** A tool whose functions may be called, because its schema validated their input. */
export interface ExecutableTool {
  needsApproval?: boolean | ((input: unknown, options: CallOptions) => boolean | PromiseLike<boolean>);
  execute(input: unknown, options: CallOptions): unknown;
  toModelOutput?(options: ToModelOutputOptions): AiSdkToolOutput | PromiseLike<AiSdkToolOutput>;
}

/**
 * The argument of `execute` and `needsApproval` after the input. Version 7 names the context `context`, version 6
 * `experimental_context`.
 */
export interface CallOptions {
  readonly toolCallId: string;
  /** The messages before the call, without the system text, as `ModelMessage[]` of the AI SDK. */
  readonly messages: readonly object[];
  readonly abortSignal: AbortSignal;
  readonly context: unknown;
  readonly experimental_context: unknown;
}

/** The argument of `toModelOutput`. */
interface ToModelOutputOptions {
  readonly toolCallId: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** The result of `toModelOutput`, in both versions. */
export interface AiSdkToolOutput {
  readonly type: string;
  readonly value?: unknown;
  readonly reason?: string;
}

/** The approval status of a call, as `toolApproval` of the AI SDK 7 returns it. */
export type AiSdkApprovalStatus =
  | 'not-applicable'
  | 'approved'
  | 'user-approval'
  | { readonly type: 'denied'; readonly reason: string };
