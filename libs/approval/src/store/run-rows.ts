import type { RunQuery } from './approval-query.js';
import type { Row } from './in-memory-rows.js';

type Place = Pick<RunQuery, 'tenant' | 'conversation'>;

/** The rows of runs by id, in the order in which the runs were opened. Finds those of a conversation without a scan. */
export class RunRows extends Map<string, Row> {
  private readonly idsByConversation = new Map<string, Set<string>>();

  override set(id: string, row: Row): this {
    const key = keyOf(row);
    if (key !== undefined) this.idsByConversation.set(key, (this.idsByConversation.get(key) ?? new Set()).add(id));
    return super.set(id, row);
  }

  override delete(id: string): boolean {
    const key = keyOf(this.get(id) ?? {});
    if (key !== undefined) this.forget(key, id);
    return super.delete(id);
  }

  /** Returns the rows of a conversation; every row if no tenant or no conversation is named. */
  rowsIn(place: Place): Iterable<Row> {
    const key = keyOf(place);
    if (key === undefined) return this.values();
    return [...(this.idsByConversation.get(key) ?? [])].map((id) => this.get(id)!);
  }

  private forget(key: string, id: string): void {
    const ids = this.idsByConversation.get(key);
    ids?.delete(id);
    if (ids?.size === 0) this.idsByConversation.delete(key);
  }
}

const keyOf = ({ tenant, conversation }: Place): string | undefined =>
  tenant === undefined || conversation === undefined ? undefined : JSON.stringify([tenant, conversation]);
