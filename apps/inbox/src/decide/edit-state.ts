import type { JsonBody, JsonObjectBody } from 'toolgate/http/client';
import type { FieldPath } from '../present/field.js';
import { isObject } from '../present/json-schema.js';
import { parseExactJson } from '../present/exact-json.js';
import type { EditProblem } from '../present/edit-result.js';
import { withoutValue, withValue } from '../present/edit-values.js';
import { keyOf } from './schema-problems.js';

/** What a person has typed to change the arguments. It is stored as a draft. */
export interface EditState {
  readonly args: JsonObjectBody;
  /** Texts that are no value of their field yet, by the path, and why. */
  readonly typed: Readonly<Record<string, { readonly text: string; readonly problem: EditProblem }>>;
  readonly view: 'fields' | 'json';
  /** The text of the JSON editor while it is open. */
  readonly json: string;
}

export const startEdit = (args: JsonObjectBody): EditState => ({ args, typed: {}, view: 'fields', json: '' });

export const setValue = (state: EditState, path: FieldPath, value: JsonBody): EditState => ({
  ...state,
  args: withValue(state.args, path, value),
  typed: without(state.typed, path),
});

/** Removes a value. What was typed inside it goes with it, and the later items of its list move up. */
export const removeValue = (state: EditState, path: FieldPath): EditState => ({
  ...state,
  args: withoutValue(state.args, path),
  typed: Object.fromEntries(
    Object.entries(state.typed).flatMap(([key, typed]) => {
      const left = pathAfterRemoval(JSON.parse(key) as readonly string[], path);
      return left ? [[keyOf(left), typed]] : [];
    }),
  ),
});

const pathAfterRemoval = (path: readonly string[], removed: FieldPath): readonly string[] | undefined => {
  const last = removed.length - 1;
  const isBeside = path.length > last && removed.slice(0, last).every((step, index) => String(step) === path[index]);
  if (!isBeside) return path;
  const [own, gone] = [path[last]!, removed[last]!];
  if (own === String(gone)) return undefined;
  return typeof gone === 'number' && Number(own) > gone ? path.with(last, String(Number(own) - 1)) : path;
};

export const setTyped = (state: EditState, path: FieldPath, text: string, problem: EditProblem): EditState => ({
  ...state,
  typed: { ...state.typed, [keyOf(path)]: { text, problem } },
});

const without = (typed: EditState['typed'], path: FieldPath): EditState['typed'] =>
  Object.fromEntries(Object.entries(typed).filter(([key]) => key !== keyOf(path)));

/** Opens the other editor with the values of the present one, unless the present one contains an invalid text. */
export const setView = (state: EditState, view: EditState['view']): EditState => {
  if (view === 'json') {
    const hasTyped = Object.keys(state.typed).length > 0;
    return hasTyped ? state : { ...state, view, json: JSON.stringify(state.args, null, 2) };
  }
  return jsonProblem(state) ? state : { ...state, view };
};

export const setJson = (state: EditState, json: string): EditState => {
  const parsed = parseExactJson(json);
  return { ...state, json, ...(parsed.ok && isObject(parsed.value) && { args: parsed.value }) };
};

/** Why the text of the JSON editor cannot be sent. */
export const jsonProblem = ({ view, json }: EditState): EditProblem | 'not-an-object' | undefined => {
  if (view !== 'json') return undefined;
  const parsed = parseExactJson(json);
  if (!parsed.ok) return parsed.problem;
  return isObject(parsed.value) ? undefined : 'not-an-object';
};
