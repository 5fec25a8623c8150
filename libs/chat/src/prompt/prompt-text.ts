import type { FilePart, UserMessage } from 'toolgate/model';
import { overrideDefined } from './override-defined.js';
import { PromptTemplate, type TemplateParams } from './prompt-template.js';

/** A text and the values of its parameters. Without a text, the values apply to the active text. */
export interface PromptText {
  readonly text?: string | PromptTemplate;
  readonly params?: TemplateParams;
  /** Files and images beside the text of a user message. */
  readonly files?: readonly FilePart[];
}

/** The forms of a system text. A plain string is not a template: its braces stay as they are. */
export type SystemInput = string | PromptTemplate | Omit<PromptText, 'files'>;

/** The forms of a user text; parts are sent as they are. */
export type UserInput = SystemInput | PromptText | UserMessage['content'];

/**
 * Merges two inputs: the text and files of the second replace those of the first, and its parameters override those of
 * the first by name.
 */
export const overrideText = <T extends UserInput>(under: T | undefined, over: T | undefined): T | undefined => {
  // A plain string may come from a user: it is never a template for another input's values.
  if (under === undefined || over === undefined || typeof over === 'string' || isParts(over)) return over ?? under;
  const [a, b] = [isParts(under) ? {} : toText(under), toText(over)];
  if (isParts(under) && b.text === undefined) return withFiles(under, b.files) as T;
  const params = overrideDefined(a.params ?? {}, b.params ?? {});
  return { ...overrideDefined(a, b), ...((a.params || b.params) && { params }) } as T;
};

const withFiles = (parts: UserMessage['content'], files: PromptText['files']): UserMessage['content'] =>
  files ? [...parts.filter(({ type }) => type !== 'file'), ...files] : parts;

/** Returns the text of an input with its parameters rendered; undefined if it has none. */
export const renderText = (input: SystemInput | undefined): string | undefined => {
  if (input === undefined || typeof input === 'string') return input;
  const { text, params } = toText(input);
  if (typeof text === 'string' && !hasEntries(params)) return text;
  return text === undefined ? undefined : templateOf(text).render(params);
};

/** Returns the content of a user message; undefined if it is empty. */
export const renderUser = (input: UserInput | undefined): string | UserMessage['content'] | undefined => {
  if (input === undefined || isParts(input)) return input;
  const text = renderText(input);
  const { files } = toText(input);
  if (!files?.length) return text;
  return [...(text === undefined ? [] : [{ type: 'text', text } as const]), ...files];
};

/** Returns whether an input has a text or parts, and not only values or files for another text. */
export const hasText = (input: UserInput | undefined): boolean =>
  input !== undefined && (isParts(input) || toText(input).text !== undefined);

const isParts = (input: UserInput): input is UserMessage['content'] => Array.isArray(input);

const toText = (input: SystemInput): PromptText =>
  typeof input === 'string' || input instanceof PromptTemplate ? { text: input } : input;

const hasEntries = (params: TemplateParams | undefined): boolean =>
  params !== undefined && Object.keys(params).length > 0;

const MAX_KNOWN = 500;
const known = new Map<string, PromptTemplate>();

// The template of a text that every prompt passes is parsed once.
const templateOf = (text: string | PromptTemplate): PromptTemplate => {
  if (typeof text !== 'string') return text;
  const read = known.get(text);
  if (read) return read;
  const template = new PromptTemplate(text);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, template);
  return template;
};
