import { COUNTED } from 'toolgate/approval';
import { sql } from '../dialect/kysely.js';

const listed = (names: readonly string[]) => sql.join(names.map((name) => sql.lit(name)));

const TYPES = Object.entries(COUNTED);

/** Selects the events that statistics count. Written out, because a database finds a partial index by its text. */
export const countedTypes = () => sql<boolean>`type in (${listed(TYPES.map(([type]) => type))})`;

/** Selects the events that are counted as one thing, such as `decided`. */
export const typesOf = (counted: (typeof COUNTED)[keyof typeof COUNTED]) =>
  sql<boolean>`type in (${listed(TYPES.filter(([, as]) => as === counted).map(([type]) => type))})`;
