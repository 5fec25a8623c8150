/** The kind of the custom part for a source that a provider named. It is never sent back. */
export const SOURCE_KIND = 'ai-sdk.source';

/** The kind of the custom part for a file of the model's reasoning. It is sent back to a v4 model. */
export const REASONING_FILE_KIND = 'ai-sdk.reasoning-file';
