import { createHmac } from 'node:crypto';

/** A secret that the sender and the receiver of a webhook share. */
export interface WebhookSecret {
  /** Names the secret in each delivery, such as `2026-11`. */
  readonly id: string;
  /** 24 to 64 random bytes in base64, with or without the prefix `whsec_`. */
  readonly secret: string;
}

const PREFIX = /^whsec_/;
const BASE64 = /^[A-Za-z0-9+/]{32,86}={0,2}$/;
const ID = /^[\w.-]{1,40}$/;

/** How to create a secret. */
export const NEW_SECRET = `Create one: node -p "'whsec_' + crypto.randomBytes(32).toString('base64')"`;

/** Returns what is wrong with a secret, without the secret; undefined if it can be used. */
export const secretProblem = (given: unknown): string | undefined => {
  const { id, secret } = (given ?? {}) as Partial<WebhookSecret>;
  if (typeof id !== 'string' || !ID.test(id)) {
    return 'it has no id. Pass { id, secret }, with an id of at most 40 letters, digits, ".", "-" or "_".';
  }
  const text = typeof secret === 'string' ? secret.replace(PREFIX, '') : '';
  const { length } = Buffer.from(text, 'base64');
  if (BASE64.test(text) && length >= 24 && length <= 64) return undefined;
  return `"${id}" must be 24 to 64 random bytes in base64. ${NEW_SECRET}`;
};

/** Signs a delivery: HMAC-SHA256 over its id, its timestamp and its body, as Standard Webhooks does. */
export const signatureOf = (
  { secret }: WebhookSecret,
  { id, timestamp, body }: { readonly id: string; readonly timestamp: string; readonly body: string | Uint8Array },
): string => {
  const key = Buffer.from(secret.replace(PREFIX, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
};
