/** A notice was not delivered to a webhook. The text contains neither the address nor the answer. */
export class WebhookDeliveryException extends Error {
  override readonly name = 'WebhookDeliveryException';

  /** The receiver answered with another status than 200 to 299. */
  static ofStatus(webhook: string, status: number): WebhookDeliveryException {
    const remedy =
      status >= 300 && status < 400
        ? 'Redirects are not followed: set url to the new address.'
        : 'Check the log of the receiver.';
    return new WebhookDeliveryException(`The webhook "${webhook}" answered with the status ${status}. ${remedy}`);
  }

  /** The application's format returned nothing to send. */
  static ofFormat(webhook: string): WebhookDeliveryException {
    return new WebhookDeliveryException(
      `The format of the webhook "${webhook}" returned no JSON value. Return the body of each notice, and select notices with kinds.`,
    );
  }

  /** The receiver did not answer. */
  static ofError(webhook: string, error: unknown): WebhookDeliveryException {
    const { name, cause } = error as { readonly name?: string; readonly cause?: { readonly code?: unknown } };
    const code = name === 'TimeoutError' ? 'it took too long' : cause?.code;
    const why = typeof code === 'string' ? code : 'it could not be reached';
    return new WebhookDeliveryException(
      `The webhook "${webhook}" did not answer: ${why}. Check its address and the network.`,
    );
  }
}

/** Why a delivery was refused. `repeated`: it was handled before. `busy`: it is being handled now. */
export type WebhookProblem = keyof typeof STATUS;

const STATUS = { malformed: 400, altered: 401, late: 400, busy: 409, repeated: 200 } as const;

/** A delivery to a webhook was refused. */
export class WebhookRefusedException extends Error {
  override readonly name = 'WebhookRefusedException';
  /** The status of the answer. 200 for a repeated delivery, because it need not be sent again. */
  readonly status: number;

  constructor(
    readonly problem: WebhookProblem,
    text: string,
  ) {
    super(`A delivery to the webhook was refused: ${text}`);
    this.status = STATUS[problem];
  }
}
