import type { SqlModuleOptions } from 'toolgate/sql';

/** The options of a client of `pg` that Toolgate sets. */
export interface ListenConfig {
  readonly connectionString: string;
  readonly application_name: string;
  readonly ssl?: NonNullable<SqlModuleOptions['postgres']>['ssl'];
}

/**
 * The members of a client of `pg` that Toolgate uses. The types of `pg` are a separate package, which an application
 * need not install.
 */
export interface PgClient {
  connect(): Promise<unknown>;
  query<Row>(text: string, values?: unknown[]): Promise<{ readonly rows: readonly Row[] }>;
  on(event: 'notification', listener: (message: { readonly payload?: string | undefined }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  end(): Promise<unknown>;
}
