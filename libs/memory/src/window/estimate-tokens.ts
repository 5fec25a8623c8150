import type { AssistantPart, Message, TextPart, ToolResultOutput } from 'toolgate/model';

/** The tokens of a file: providers charge about this much for images and pages, independent of their bytes. */
const TOKENS_A_FILE = 1_000;

/** Estimates the tokens of a message without knowing the model: one token per four characters, and 1,000 per file. */
export const estimateTokens = (message: Message): number => {
  if (message.role === 'system') return Math.ceil(message.text.length / 4);
  let characters = 0;
  let files = 0;
  for (const part of message.content) {
    if (part.type === 'file') files++;
    else if (part.type === 'tool-result') [characters, files] = add(part.output, characters, files);
    else characters += lengthOf(part);
  }
  return Math.ceil(characters / 4) + files * TOKENS_A_FILE;
};

type Other = Exclude<AssistantPart, { readonly type: 'file' | 'tool-result' }>;

const lengthOf = (part: Other): number => {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text.length;
    case 'tool-call':
      // A chat model of the application may leave the arguments out if there are none.
      return part.toolName.length + (part.input ?? '').length;
    default:
      return JSON.stringify(part.data ?? null).length;
  }
};

const add = (output: ToolResultOutput, characters: number, files: number): readonly [number, number] => {
  if (output.type === 'text') return [characters + output.text.length, files];
  if (output.type === 'json') return [characters + JSON.stringify(output.value).length, files];
  const texts = output.parts.filter((part): part is TextPart => part.type === 'text');
  const length = texts.reduce((sum, { text }) => sum + text.length, 0);
  return [characters + length, files + output.parts.length - texts.length];
};
