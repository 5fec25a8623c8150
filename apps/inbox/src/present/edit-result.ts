import type { JsonBody } from 'toolgate/http/client';

/** Why a text is no value of its field. */
export type EditProblem =
  | 'empty'
  | 'not-a-number'
  | 'not-an-integer'
  | 'not-exact'
  | 'part-of-a-cent'
  | 'not-json'
  | 'not-a-date'
  | 'not-a-time'
  | 'not-a-choice';

/** The value that a person typed, or why there is none. */
export type EditResult =
  | { readonly ok: true; readonly value: JsonBody }
  | { readonly ok: false; readonly problem: EditProblem };
