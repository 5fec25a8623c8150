/** What the application configured: the server puts it into the page, and serves it as `<path>/inbox/settings.json`. */
export interface Settings {
  /** The name of the application. */
  readonly name?: string;
  /** A CSS hex color. */
  readonly color?: string;
  /** A path on this host, or a data: image. */
  readonly logo?: string;
  readonly language?: 'en' | 'de';
  /** Texts of the application, by the path of the text: `list.empty.title`. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Where a person without a session signs in. */
  readonly signIn?: string;
  /** Where the page finds a bearer token. Without it, cookies authenticate. */
  readonly token?: { readonly storage: 'local' | 'session'; readonly key: string };
  /** The people of a local machine, who need no password. */
  readonly people?: readonly { readonly id: string; readonly name?: string }[];
}

/** The path of the page without a slash at its end. */
const pagePath = (): string => location.pathname.replace(/\/+$/, '');

/** The path of the front door: that of the page without `/inbox`. */
export const doorPath = (): string => pagePath().replace(/\/inbox$/, '');

/** Reads the settings inside the page. */
export const readSettings = (): Settings =>
  JSON.parse(document.documentElement.dataset['settings'] ?? '{}') as Settings;
