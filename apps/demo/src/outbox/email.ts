/** A sent e-mail. */
export interface Email {
  readonly tenant: string;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}
