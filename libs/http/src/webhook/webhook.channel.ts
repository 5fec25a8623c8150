import { ApprovalChannel, type ApprovalNotice, type DeliverOptions, type NoticeKind } from 'toolgate/approval';
import { WebhookDeliveryException } from './webhook.errors.js';
import { CLOUD_EVENT, webhookEvent } from './webhook-event.js';
import { type WebhookOptions, webhookSettings } from './webhook-options.js';
import { signatureOf } from './webhook-secret.js';

/** Sends each notice to an address over HTTP: signed, with a time limit, and without following redirects. */
export class WebhookChannel extends ApprovalChannel {
  readonly name: string;
  override readonly kinds?: readonly NoticeKind[];
  override readonly showsDetails: boolean;
  readonly #settings: ReturnType<typeof webhookSettings>;

  /** Throws `SeamException` for an invalid option, which stops start-up. */
  constructor(options: WebhookOptions) {
    super();
    this.#settings = webhookSettings(options);
    const { name, kinds, showsDetails = false } = this.#settings;
    this.name = name;
    if (kinds) this.kinds = kinds;
    this.showsDetails = showsDetails;
  }

  /** Resolves if the receiver answers with a status of 200 to 299. */
  async deliver(notice: ApprovalNotice, { signal }: DeliverOptions): Promise<void> {
    const { url, format, source, timeoutMs } = this.#settings;
    const body: string | undefined = JSON.stringify(format ? await format(notice) : webhookEvent(notice, source));
    if (body === undefined) throw WebhookDeliveryException.ofFormat(this.name);
    const response = await this.#send(url, {
      method: 'POST',
      headers: this.#headers(notice.id, body),
      body,
      // A redirect would send the notice to an address that no person has configured.
      redirect: 'manual',
      // The timer of a signal accepts whole milliseconds only.
      signal: AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(timeoutMs))]),
    });
    // An answer that is not read would keep its connection.
    await response.body?.cancel().catch(() => {});
    if (!response.ok) throw WebhookDeliveryException.ofStatus(this.name, response.status);
  }

  #headers(id: string, body: string): Headers {
    const { secrets, headers, format } = this.#settings;
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signed = {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-keys': secrets.map((secret) => secret.id).join(','),
      'webhook-signature': secrets.map((secret) => signatureOf(secret, { id, timestamp, body })).join(' '),
    };
    const contentType = format ? 'application/json; charset=utf-8' : CLOUD_EVENT;
    const sent = new Headers({ 'content-type': contentType, 'user-agent': 'toolgate' });
    // In an object, two spellings of one name would be sent as one header with both values.
    for (const [name, value] of Object.entries({ ...headers })) sent.set(name, value);
    if (secrets.length > 0) for (const [name, value] of Object.entries(signed)) sent.set(name, value);
    return sent;
  }

  async #send(url: string, request: RequestInit): Promise<Response> {
    try {
      return await fetch(url, request);
    } catch (error) {
      throw WebhookDeliveryException.ofError(this.name, error);
    }
  }
}
