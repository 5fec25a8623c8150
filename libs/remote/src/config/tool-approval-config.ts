/** A duration: seconds as a number, or a string such as `'90'`, `'5m'` or `'0h5m0s'`. */
export type Duration = number | string;

/**
 * Headers of each request to the approval service, such as `{ authorization: 'Bearer …' }`; a function is called for
 * each request.
 */
export type ServiceHeaders =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

/** Which tools an approval service decides, and how it is reached. */
export interface ToolApprovalConfig {
  /**
   * Regular expressions of tool names. They match anywhere in a name and ignore case, and `-` and `_` are alike:
   * `deploy.*` matches `deploy_prod` and `Deploy-Prod`. Write `^` and `$` to match a whole name.
   */
  readonly tools: readonly string[];
  /** How long a call waits for a decision. @default 300 seconds */
  readonly timeout?: Duration;
  /** About how often a decision is read; the first reads follow faster. @default 2 seconds */
  readonly pollInterval?: Duration;
  /** The URL of the service's front door with its path, such as `https://approvals.example/approvals`. */
  readonly serviceUrl?: string;
  /** @default none, so that the service refuses each request */
  readonly headers?: ServiceHeaders;
  /** Whether a call without a decision in time is rejected, or fails the turn. @default 'reject' */
  readonly onTimeout?: 'reject' | 'throw';
}
