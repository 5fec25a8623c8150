import type { FilePart, StreamPart, TextPart } from 'toolgate/model';
import type { AgUiContent, AgUiContentPart } from './ag-ui-event.js';

type Output = Extract<StreamPart, { readonly type: 'tool-result' }>['output'];

const KINDS = ['image', 'audio', 'video'] as const;

/** Returns the result of a tool as a message of AG-UI contains it. */
export const resultContent = (output: Output): AgUiContent => {
  if (output.type === 'text') return output.text;
  return output.type === 'json' ? JSON.stringify(output.value) : output.parts.map(contentPart);
};

const contentPart = (part: TextPart | FilePart): AgUiContentPart => {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const { mediaType, source } = part;
  const type = KINDS.find((kind) => mediaType.startsWith(`${kind}/`)) ?? 'document';
  if (source.type === 'url') return { type, source: { type: 'url', value: source.url, mimeType: mediaType } };
  return { type, source: { type: 'data', value: source.base64, mimeType: mediaType } };
};
