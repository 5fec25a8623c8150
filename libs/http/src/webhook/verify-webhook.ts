import { timingSafeEqual } from 'node:crypto';
import { readJson } from '#core';
import type { SeenWebhooks } from './seen-webhooks.js';
import { WebhookRefusedException } from './webhook.errors.js';
import type { WebhookEvent } from './webhook-event.js';
import { secretProblem, signatureOf, type WebhookSecret } from './webhook-secret.js';

/** A request to a webhook: its headers, and its body exactly as it was received. */
export interface WebhookDelivery {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string | Uint8Array;
}

/** How deliveries are verified. */
export interface VerifyWebhookOptions {
  /** The secrets of the sender: one, or two while they are changed. */
  readonly secrets: readonly WebhookSecret[];
  /** Remembers handled deliveries, such as one `InMemorySeenWebhooks` for the whole process. */
  readonly seen: SeenWebhooks;
  /** How far the timestamp of a delivery may be from the clock, in milliseconds. @default 300,000 */
  readonly toleranceMs?: number;
  /** How long a delivery is remembered, in milliseconds. The sender repeats one for a day. @default 2 days */
  readonly rememberMs?: number;
  /** Returns the milliseconds since 1970. */
  readonly now?: () => number;
}

const TOLERANCE_MS = 300_000;
const REMEMBER_MS = 2 * 86_400_000;

/**
 * Verifies a delivery of a WebhookChannel and passes its event to a function, once for each event. Returns what the
 * function returns; if it throws, the next delivery of the event is handled. Throws `WebhookRefusedException` for an
 * altered, late or repeated delivery.
 */
export const verifyWebhook = async <T>(
  delivery: WebhookDelivery,
  options: VerifyWebhookOptions,
  handle: (event: WebhookEvent) => T | Promise<T>,
): Promise<T> => {
  const event = verified(delivery, options);
  const { seen, rememberMs = REMEMBER_MS } = options;
  const state = await seen.begin(event.id, rememberMs);
  if (state === 'busy') throw refused('busy', 'it is being handled. Answer with 409, and it is sent again.');
  if (state === 'done') throw refused('repeated', 'it was handled before. Answer with 200.');
  let isHandled = false;
  try {
    const result = await handle(event);
    isHandled = true;
    return result;
  } finally {
    await seen.end(event.id, isHandled);
  }
};

const verified = (delivery: WebhookDelivery, options: VerifyWebhookOptions): WebhookEvent => {
  const { secrets, toleranceMs = TOLERANCE_MS, now = Date.now } = options;
  for (const secret of secrets) {
    const problem = secretProblem(secret);
    if (problem) throw new TypeError(`Invalid secret of verifyWebhook(): ${problem}`);
  }
  if (typeof delivery.body !== 'string' && !(delivery.body instanceof Uint8Array)) {
    throw new TypeError(
      'Invalid body of verifyWebhook(): it is not the text or the bytes of the request. Register a parser that keeps bytes for the media type of the delivery.',
    );
  }
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((it) => headerOf(delivery, `webhook-${it}`));
  if (!id || !timestamp || !signature) {
    throw refused('malformed', 'it has no webhook-id, webhook-timestamp or webhook-signature. Send signed deliveries.');
  }
  assertSigned({ id, timestamp, body: delivery.body }, signature, secrets);
  const age = Math.abs(now() - Number(timestamp) * 1000);
  if (!(age <= toleranceMs)) {
    throw refused('late', `its timestamp is more than ${toleranceMs} ms from the clock. Compare both clocks.`);
  }
  return eventIn(delivery, id);
};

type Signed = Parameters<typeof signatureOf>[1];

const assertSigned = (signed: Signed, signatures: string, secrets: readonly WebhookSecret[]): void => {
  const expected = secrets.map((secret) => signatureOf(secret, signed));
  const isSigned = signatures.split(' ').some((one) => expected.some((other) => isSame(one, other)));
  if (isSigned) return;
  throw refused('altered', 'no known secret has signed it in this form. Compare the ids of the secrets on both sides.');
};

const isSame = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};

const eventIn = ({ body }: WebhookDelivery, id: string): WebhookEvent => {
  const event = readJson(typeof body === 'string' ? body : Buffer.from(body).toString()) as WebhookEvent | undefined;
  if (event?.id === id && typeof event.data === 'object') return event;
  throw refused('malformed', 'its body is not the event of its webhook-id. Read the format on the page on notices.');
};

const headerOf = ({ headers }: WebhookDelivery, name: string): string | undefined => {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  return Object.entries(headers)
    .find(([key]) => key.toLowerCase() === name)?.[1]
    ?.toString();
};

const refused = (...problem: ConstructorParameters<typeof WebhookRefusedException>): WebhookRefusedException =>
  new WebhookRefusedException(...problem);
