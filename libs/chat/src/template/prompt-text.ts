import type { FilePart, UserMessage } from 'toolgate/model';
import { PromptTemplate, type TemplateParams } from './prompt-template.js';

/** A text and the values of its parameters. Without a text, values for the one that is in force anyway. */
export interface PromptText {
  readonly text?: string | PromptTemplate;
  readonly params?: TemplateParams;
  /** Files and images beside the text of a user message. */
  readonly files?: readonly FilePart[];
}

/** What a system text may be given as. A bare text is taken as it is, braces and all. */
export type SystemInput = string | PromptTemplate | PromptText;

/** What a user text may be given as; parts are taken as they are. */
export type UserInput = SystemInput | UserMessage['content'];

/** Lays an input over another: its text and files take the others' place, its parameters are laid over theirs. */
export const layText = <T extends UserInput>(under: T | undefined, over: T | undefined): T | undefined => {
  // A bare text may be a person's: it is never read as a template of somebody else's values.
  if (under === undefined || over === undefined || typeof over === 'string' || isParts(over)) return over ?? under;
  const [a, b] = [isParts(under) ? {} : toText(under), toText(over)];
  if (isParts(under) && b.text === undefined) return under;
  return { ...a, ...b, ...((a.params || b.params) && { params: { ...a.params, ...b.params } }) } as PromptText as T;
};

/** The text of an input, with its parameters put in; undefined where it has none. */
export const renderText = (input: SystemInput | undefined): string | undefined => {
  if (input === undefined || typeof input === 'string') return input;
  const { text, params } = toText(input);
  if (typeof text === 'string' && !hasEntries(params)) return text;
  return text === undefined ? undefined : templateOf(text).render(params);
};

/** The content of a user message; undefined where there is nothing to say. */
export const renderUser = (input: UserInput | undefined): string | UserMessage['content'] | undefined => {
  if (input === undefined || isParts(input)) return input;
  const text = renderText(input);
  const { files } = toText(input);
  if (!files?.length) return text;
  return [...(text === undefined ? [] : [{ type: 'text', text } as const]), ...files];
};

/** Whether an input says something of its own, and not only values for another text. */
export const hasText = (input: UserInput | undefined): boolean =>
  input !== undefined && (isParts(input) || toText(input).text !== undefined || toText(input).files !== undefined);

const isParts = (input: UserInput): input is UserMessage['content'] => Array.isArray(input);

const toText = (input: SystemInput): PromptText =>
  typeof input === 'string' || input instanceof PromptTemplate ? { text: input } : input;

const hasEntries = (params: TemplateParams | undefined): boolean =>
  params !== undefined && Object.keys(params).length > 0;

const MAX_KNOWN = 500;
const known = new Map<string, PromptTemplate>();

// A text that is given with every prompt is read once.
const templateOf = (text: string | PromptTemplate): PromptTemplate => {
  if (typeof text !== 'string') return text;
  const read = known.get(text);
  if (read) return read;
  const template = new PromptTemplate(text);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, template);
  return template;
};
