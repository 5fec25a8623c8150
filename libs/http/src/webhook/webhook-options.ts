import {
  callback,
  canSendHeaders,
  checkOptions,
  type Declared,
  filledText,
  type Kind,
  listOf,
  oneOf,
  option,
  SeamException,
  timerMs,
  yesOrNo,
} from '#core';
import { type ApprovalNotice, NOTICE_KINDS, type NoticeKind } from 'toolgate/approval';
import { NEW_SECRET, secretProblem, type WebhookSecret } from './webhook-secret.js';

/** The options of a WebhookChannel. */
export interface WebhookOptions {
  /** The name of the channel; unique in the application. @default 'webhook' */
  readonly name?: string;
  /** The address that receives each notice. It may contain a secret, and is never logged. */
  readonly url: string;
  /**
   * The secrets that sign each delivery: one, or two while the receiver changes from the second to the first. Required
   * without `format`.
   */
  readonly secrets?: readonly WebhookSecret[];
  /** The kinds of notices to send. @default all */
  readonly kinds?: readonly NoticeKind[];
  /** Whether notices contain arguments, reasons and people. @default false */
  readonly showsDetails?: boolean;
  /** Converts a notice to the JSON body, or a promise of it, such as `slackFormat()`. @default a CloudEvent */
  readonly format?: (notice: ApprovalNotice) => unknown;
  /** The `source` of each CloudEvent. @default 'toolgate' */
  readonly source?: string;
  /** Further headers, such as those that a gateway requires. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the receiver may take to answer, in milliseconds. @default 10,000 */
  readonly timeoutMs?: number;
  /** Whether an address without TLS may be on another machine. @default false */
  readonly allowHttp?: boolean;
}

const address: Kind = {
  fits: (value) => typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value),
  // Its value is not shown, because it may contain a secret.
  pass: 'an address that starts with "https://"',
};

const kind: Kind = oneOf(...NOTICE_KINDS);

const headers: Kind = {
  fits: canSendHeaders,
  pass: 'an object of strings by header name',
  hidesLists: true,
};

const WEBHOOK = {
  name: option(filledText('a string'), 'the name of the channel', 'webhook'),
  url: option(address, 'the address that receives each notice'),
  secrets: option(
    listOf(() => true, 'a list of one or two secrets'),
    'the secrets that sign each delivery',
  ),
  kinds: option(listOf(kind.fits, `a list of ${kind.pass}`), 'the kinds of notices to send', 'all'),
  showsDetails: option(yesOrNo, 'whether notices contain arguments, reasons and people', false),
  format: option(callback('a function, such as slackFormat()'), 'converts a notice to the JSON body'),
  source: option(filledText('a string'), 'the source of each CloudEvent', 'toolgate'),
  headers: option(headers, 'further headers'),
  timeoutMs: option(timerMs, 'how long the receiver may take to answer', 10_000),
  allowHttp: option(yesOrNo, 'whether an address without TLS may be on another machine', false),
} satisfies Declared<WebhookOptions>;

type Settings = WebhookOptions & Required<Pick<WebhookOptions, 'name' | 'secrets' | 'source' | 'timeoutMs'>>;

/** Returns the options with their defaults. Throws `SeamException` for an invalid one. */
export const webhookSettings = (options: WebhookOptions): Settings => {
  checkOptions(options, WEBHOOK, { owner: 'WebhookChannel', error: SeamException });
  const { name = WEBHOOK.name.default, url, secrets = [], format, allowHttp = false } = options;
  const refuse = (problem: string): never => {
    throw new SeamException(`The webhook "${name}" ${problem}`);
  };
  if (url === undefined) refuse('has no url. Pass an address that starts with "https://".');
  if (!allowHttp && !isProtected(new URL(url))) {
    refuse('has an address without TLS. Pass one that starts with "https://", or set allowHttp: true.');
  }
  const { username, password } = new URL(url);
  // The request would fail before it is sent, each time.
  if (username + password !== '') refuse('has credentials in its url. Pass them in headers.');
  if (secrets.length === 0 && !format) refuse(`has no secret. Pass secrets: [{ id, secret }]. ${NEW_SECRET}`);
  if (secrets.length > 2) refuse(`has ${secrets.length} secrets. Pass the new one and the one before it.`);
  for (const secret of secrets) {
    const problem = secretProblem(secret);
    if (problem) refuse(`has an unusable secret: ${problem}`);
  }
  if (secrets[1] && secrets[0]?.id === secrets[1].id)
    refuse('has two secrets with the same id. Use a different id for each.');
  const { source = WEBHOOK.source.default, timeoutMs = WEBHOOK.timeoutMs.default } = options;
  return { ...options, name, secrets, source, timeoutMs };
};

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether no other machine can read what is sent to an address. */
const isProtected = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || LOOPBACK.test(hostname);
