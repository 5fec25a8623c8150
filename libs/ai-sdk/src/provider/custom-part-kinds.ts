/** The kind of the custom part for a source that a provider named. It is never sent back. */
export const SOURCE_KIND = 'ai-sdk.source';

/** The kind of the custom part for a file of the model's reasoning. It is sent back to a v4 model. */
export const REASONING_FILE_KIND = 'ai-sdk.reasoning-file';

/**
 * The kind of the part with which Anthropic's package begins a stream. It is no content: as the first part of an answer, it
 * would prevent a retry, and an empty answer would not count as empty.
 */
export const MESSAGE_START_KIND = 'anthropic.message_start';
