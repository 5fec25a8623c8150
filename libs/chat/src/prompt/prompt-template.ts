import { readFileSync } from 'node:fs';
import { checkOption, kindOf, messageOf, oneOf } from '#core';
import mustache from 'mustache';
import { LineLogger } from 'toolgate/model';
import { ChatClientException } from '../errors/chat.errors.js';
import { overrideDefined } from './override-defined.js';

/** The values of a template's parameters, by name. */
export type TemplateParams = Readonly<Record<string, unknown>>;

/** Options of a template. */
export interface PromptTemplateOptions {
  /** The characters around a parameter. @default ['{', '}'] */
  readonly delimiters?: readonly [string, string];
  /** How a parameter without a value is handled. @default 'throw' */
  readonly missing?: 'throw' | 'warn' | 'ignore';
  /** Default values; the values of a call override them. */
  readonly params?: TemplateParams;
}

const DELIMITERS = ['{', '}'] as const;
const PLACE = { owner: 'a prompt template', error: ChatClientException };

const areDelimiters = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'string' && one.trim() !== '');

/** The characters in place of an escaped opening and closing delimiter while a text is parsed. */
const ESCAPED = ['\uE000', '\uE001'] as const;

// A separate writer without a cache, because the cache would keep every text in memory.
const writer = Object.assign(new mustache.Writer(), { templateCache: undefined });

/**
 * A text with parameters: `new PromptTemplate('Greet {name}.').render({ name: 'Ann' })`. It uses Mustache with single
 * braces: `{order.id}`, `{#items}{name} {/items}`; `\{` and `\}` are braces. Throws `ChatClientException` if the text
 * cannot be parsed, or if an option is invalid.
 */
export class PromptTemplate {
  private readonly tokens: ReturnType<typeof writer.parse>;
  private readonly roots: TemplateRoots;
  private readonly original: string;

  constructor(
    readonly text: string,
    private readonly options: PromptTemplateOptions = {},
  ) {
    if (typeof text !== 'string' || text.trim() === '')
      throw new ChatClientException('A prompt template has no text. Pass a string that is not empty.');
    const { delimiters = DELIMITERS, missing = 'throw' } = options;
    checkOption('delimiters', delimiters, { fits: areDelimiters, pass: "two texts, such as ['<', '>']" }, PLACE);
    checkOption('missing', missing, oneOf('throw', 'warn', 'ignore'), PLACE);
    const tags = this.delimiters;
    this.original = text.replaceAll(`\\${tags[0]}`, ESCAPED[0]).replaceAll(`\\${tags[1]}`, ESCAPED[1]);
    try {
      this.tokens = writer.parse(this.original, tags);
    } catch (cause) {
      throw new ChatClientException(
        `A prompt template cannot be parsed: ${messageOf(cause)}. Close each open tag, or choose other delimiters.`,
        { cause },
      );
    }
    this.roots = rootsOf(this.tokens);
    unescape(this.tokens, tags);
  }

  /** Reads a template from a UTF-8 file. Throws `ChatClientException` if the file cannot be read. */
  static fromFile(path: string | URL, options?: PromptTemplateOptions): PromptTemplate {
    const text = readTemplate(path);
    try {
      return new PromptTemplate(text, options);
    } catch (cause) {
      throw new ChatClientException(`The prompt template ${String(path)}: ${messageOf(cause)}`, { cause });
    }
  }

  /**
   * Returns the text with the values of its parameters; null becomes an empty string. Throws `ChatClientException` with
   * the names of missing values.
   */
  render(params: TemplateParams = {}): string {
    if (typeof params !== 'object' || params === null)
      throw new ChatClientException(
        `render() received ${kindOf(params)}. Pass an object with a value for each parameter.`,
      );
    const values = overrideDefined(this.options.params ?? {}, params);
    this.check(values);
    const context = new mustache.Context(values);
    const config = { tags: this.delimiters, escape: String };
    return writer.renderTokens(this.tokens as never, context, undefined, this.original, config);
  }

  private get delimiters(): [string, string] {
    const [open, close] = this.options.delimiters ?? DELIMITERS;
    return [open, close];
  }

  private check(values: TemplateParams): void {
    const { missing = 'throw' } = this.options;
    const { inserted, sections } = this.roots;
    const names = [
      ...inserted.filter((root) => !Object.hasOwn(values, root) || values[root] === undefined),
      ...sections.filter((root) => !Object.hasOwn(values, root)),
    ];
    if (names.length === 0 || missing === 'ignore') return;
    const problem = `A prompt template has no value for ${names.map((name) => `"${name}"`).join(', ')}. ${HOW}`;
    if (missing === 'throw') throw new ChatClientException(problem);
    new LineLogger('Toolgate').warn(problem);
  }
}

const readTemplate = (path: string | URL): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const problem = `The prompt template ${String(path)} cannot be read: ${messageOf(cause)}.`;
    throw new ChatClientException(`${problem} Pass the path of a file that this process may read.`, { cause });
  }
};

// In the texts of the template only, because a value is inserted unchanged.
const unescape = (tokens: unknown[], tags: readonly [string, string]): void => {
  for (const token of tokens as unknown[][]) {
    if (token[0] === 'text') {
      // Functions, because a dollar sign in a replacement text has a meaning.
      token[1] = String(token[1])
        .replaceAll(ESCAPED[0], () => tags[0])
        .replaceAll(ESCAPED[1], () => tags[1]);
    }
    if (Array.isArray(token[4])) unescape(token[4], tags);
  }
};

const HOW = 'Pass it with params, or choose other delimiters if the braces mean something else.';

type Token = readonly unknown[];

/** The root names of a template's parameters: `order` of `{order.id}`. */
export interface TemplateRoots {
  /** The names whose values are inserted. */
  readonly inserted: readonly string[];
  /** The names that only decide whether a section is rendered, and how often. */
  readonly sections: readonly string[];
}

/** Returns the root names of a template's parameters. Inside a list, a name may belong to an item. */
const rootsOf = (tokens: readonly unknown[]): TemplateRoots => {
  const inserted = rootsOfType(tokens as readonly Token[], ['name', '&']);
  const sections = rootsOfType(tokens as readonly Token[], ['#', '^']);
  return { inserted, sections: sections.filter((name) => !inserted.includes(name)) };
};

const rootsOfType = (tokens: readonly Token[], types: readonly string[]): readonly string[] => [
  ...new Set(
    tokens
      .filter(([type, name]) => types.includes(String(type)) && name !== '.')
      .flatMap(([, name]) => String(name).split('.', 1)),
  ),
];
