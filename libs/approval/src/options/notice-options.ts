/** The options of notices: `ToolgateModule.forRoot({ approval: { notices } })`. */
export interface NoticeOptions {
  /** The address of the inbox, to which notices link, such as `https://desk.example.com/approvals/inbox`. @default no link */
  readonly inboxUrl?: string;
  /** How long a notice is delivered again after its first attempt before it is parked, in milliseconds. @default 24 hours */
  readonly retryForMs?: number;
  /** How long delivered and parked notices are stored, in milliseconds. @default 7 days */
  readonly keepMs?: number;
}

/** The options of notices, with every default. */
export type NoticeSettings = Required<Omit<NoticeOptions, 'inboxUrl'>> & Pick<NoticeOptions, 'inboxUrl'>;
