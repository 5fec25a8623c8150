/** A text part. */
export const text = (value) => ({ type: 'text', text: value });

/** A file part from a URL; a `data:` URL contains its own media type. */
export const file = (url, mediaType = 'image/*') => ({
  type: 'file',
  mediaType: /^data:([^;,]+)/.exec(url)?.[1] ?? mediaType,
  source: { type: 'url', url },
});

/** A tool call; `metadata` is what its provider attached. */
export const toolCall = (toolCallId, toolName, input, providerMetadata) => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input,
  ...(providerMetadata && { providerMetadata }),
});

/** The message that answers one call. */
export const toolResult = ({ id, name, text: value, error }) => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: name,
  output: text(value),
  outcome: error ? { type: 'error', kind: 'execution' } : { type: 'success' },
});

/** Joins neighboring messages of one role, because a conversation has one message for them. */
export const merged = (messages) => {
  const result = [];
  for (const message of messages) {
    const last = result.at(-1);
    if (last?.role === message.role && message.role !== 'system') last.content.push(...message.content);
    else result.push({ ...message, ...(message.content && { content: [...message.content] }) });
  }
  return result;
};

/** The text of a content that is either a string or a list of blocks. */
export const plainText = (content) => {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map((block) => block.text ?? '').join('');
  return content === undefined || content === null ? '' : JSON.stringify(content);
};

/** A tool choice as `auto`, `none`, `required` or one tool. */
export const toolChoice = (choice) => {
  if (choice === undefined || choice === null) return undefined;
  if (typeof choice === 'string') return { type: choice };
  const toolName = choice.function?.name ?? choice.name;
  if (toolName) return { type: 'tool', toolName };
  return { type: choice.type === 'any' ? 'required' : choice.type };
};
