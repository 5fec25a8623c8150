/** The look of the inbox, and what it needs to know of the application. Every option may be left out. */
export interface InboxOptions {
  /** The name of the application, beside the title of the page. */
  readonly name?: string;
  /** The color of buttons and links, as a CSS hex color such as `#0b5fff`. */
  readonly color?: string;
  /** The logo: a path on the same host, or a `data:` image. */
  readonly logo?: string;
  /** The language of the page. @default the browser's; English if the inbox does not have it */
  readonly language?: 'en' | 'de';
  /** Texts of the page that the application replaces, by their keys, such as `app.title`. */
  readonly texts?: Readonly<Record<string, string>>;
  /**
   * The path of the application's sign-in page. The inbox adds `?return=` with its own path and query, and links to it
   * when a request has no session.
   */
  readonly signIn?: string;
  /**
   * The place in the browser's storage where the page finds the bearer token of each request. The value has no
   * `Bearer `.
   * @default cookies only
   */
  readonly token?: { readonly storage: 'local' | 'session'; readonly key: string };
  /** The origins of the pages that may show the inbox in a frame; `self` is the inbox's own. @default none */
  readonly frameAncestors?: readonly string[];
}
