/** The values that fit an option, and how its environment variable is read. */
export interface Kind {
  readonly fits: (value: unknown) => boolean;
  /** What to pass in code, such as `true or false`. */
  readonly pass: string;
  /** Reads the text of an environment variable; undefined if it has another form. */
  readonly read?: (text: string) => unknown;
  /** What to write in an environment variable, in Markdown. @default `pass` */
  readonly write?: string;
  /** Whether a list in place of the value may contain secrets, so that an error does not show it. */
  readonly hidesLists?: boolean;
  /** Returns what to do instead of passing this value; undefined if `pass` states it. */
  readonly remedy?: (value: unknown) => string | undefined;
}

/** The declaration of an option: its check, error text, environment variable and row on the page come from here. */
export interface Option<Default = unknown> extends Kind {
  /** What the option does, in Markdown, for the page on configuration. */
  readonly doc: string;
  readonly default: Default;
  readonly variable?: string;
}

/** The declaration of an object of options. */
export interface Group<Inner extends Options = Options> {
  readonly options: Inner;
  /** Whether a boolean may replace the object. */
  readonly isSwitch: boolean;
}

/** The declarations of the options of a room (a folder of `libs`), by name. */
export type Options = Readonly<Record<string, Option | Group>>;

/** A declaration of each option of an interface: forgetting one does not compile. */
export type Declared<T> = Readonly<Record<keyof Required<T>, Option | Group>>;

/** Declares an option. A text as default that is not a value of the option only describes the default. */
export const option = <const Default = undefined>(
  kind: Kind,
  doc: string,
  byDefault?: Default,
  variable?: string,
): Option<Default> => ({ ...kind, doc, default: byDefault as Default, ...(variable !== undefined && { variable }) });

/** Declares an object of options. */
export const group = <Inner extends Options>(options: Inner): Group<Inner> => ({ options, isSwitch: false });

/** Declares an object of options that a boolean may replace. */
export const switchGroup = <Inner extends Options>(options: Inner): Group<Inner> => ({ options, isSwitch: true });
