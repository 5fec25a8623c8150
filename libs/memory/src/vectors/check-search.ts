import { kindOf } from '#core';
import type { MetadataFilter, VectorSearch, VectorSelection } from 'toolgate/model';
import { VectorStoreException } from './vector-store.errors.js';

const SEARCH = 'VectorStore.search()';
const DELETE = 'VectorStore.delete()';

const NAMES: Readonly<Record<keyof Required<VectorSearch>, true>> = {
  text: true,
  topK: true,
  minScore: true,
  filter: true,
};

/** The option names of other libraries. */
const MEANT: Readonly<Record<string, keyof VectorSearch>> = {
  query: 'text',
  k: 'topK',
  topk: 'topK',
  top_k: 'topK',
  limit: 'topK',
  similarityThreshold: 'minScore',
  scoreThreshold: 'minScore',
  threshold: 'minScore',
  filterExpression: 'filter',
  where: 'filter',
  metadata: 'filter',
};

const SELECTION = 'Pass { ids: [...] } or { filter: {...} }. An empty filter deletes all documents.';
const EQUALITY =
  "A filter compares for equality: pass a string, a number, true, false or null for each name, such as { kind: 'animal' }.";

/**
 * Checks a search of a vector store, and returns it. Throws `VectorStoreException` with the name of the invalid
 * option.
 */
export const checkSearch = (search: VectorSearch): VectorSearch => {
  if (!isRecord(search))
    refuseArgument(`${SEARCH} received ${describeValue(search)}. Pass { text, topK?, minScore?, filter? }.`);
  for (const name of Object.keys(search)) if (!Object.hasOwn(NAMES, name)) refuseName(name);
  const { text, topK, minScore, filter } = search;
  if (typeof text !== 'string')
    refuseArgument(`text of ${SEARCH} is ${describeValue(text)}. Pass the text to search for.`);
  if (topK !== undefined && !(typeof topK === 'number' && topK > 0)) {
    refuseArgument(`topK of ${SEARCH} is ${describeValue(topK)}. Pass a number above 0, or leave it out.`);
  }
  if (minScore !== undefined && (typeof minScore !== 'number' || Number.isNaN(minScore))) {
    refuseArgument(`minScore of ${SEARCH} is ${describeValue(minScore)}. Pass a number, or leave it out.`);
  }
  if (filter !== undefined) checkFilter(filter, SEARCH);
  return search;
};

/**
 * Checks which documents a vector store is to delete, and returns the selection. Throws `VectorStoreException` for
 * anything but ids or a filter.
 */
export const checkSelection = (selection: VectorSelection): VectorSelection => {
  if (!isRecord(selection)) refuseArgument(`${DELETE} received ${describeValue(selection)}. ${SELECTION}`);
  const names = Object.keys(selection);
  if (names.length !== 1 || (names[0] !== 'ids' && names[0] !== 'filter')) {
    refuseArgument(
      `${DELETE} received ${names.length > 0 ? `the options ${names.join(', ')}` : 'no option'}. ${SELECTION}`,
    );
  }
  if ('filter' in selection) checkFilter(selection.filter, DELETE);
  else checkIds(selection.ids);
  return selection;
};

const checkIds = (ids: unknown): void => {
  if (!Array.isArray(ids)) return refuseArgument(`ids of ${DELETE} is ${describeValue(ids)}. Pass a list of strings.`);
  const index = ids.findIndex((id: unknown) => typeof id !== 'string');
  if (index >= 0) refuseArgument(`ids[${index}] of ${DELETE} is ${describeValue(ids[index])}. Pass a list of strings.`);
};

const checkFilter = (filter: MetadataFilter, where: string): void => {
  if (!isRecord(filter)) refuseArgument(`filter of ${where} is ${describeValue(filter)}. ${EQUALITY}`);
  for (const [name, value] of Object.entries(filter)) {
    if (!isScalar(value)) refuseArgument(`filter.${name} of ${where} is ${describeValue(value)}. ${EQUALITY}`);
  }
};

const refuseName = (name: string): never => {
  const meant = Object.hasOwn(MEANT, name) ? ` Did you mean ${MEANT[name]}?` : '';
  return refuseArgument(`${SEARCH} does not accept the option ${name}.${meant} Use text, topK, minScore or filter.`);
};

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

// A Map has no own properties: as a filter, it would match all documents.
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Object.prototype.toString.call(value) === '[object Object]';

/** Describes a value. An object is described by its keys, which show an operator of another query language. */
const describeValue = (value: unknown): string => {
  const names = isRecord(value) ? Object.keys(value) : [];
  return names.length > 0 ? `an object with ${names.join(', ')}` : kindOf(value);
};

const refuseArgument = (message: string): never => {
  throw new VectorStoreException(message);
};
