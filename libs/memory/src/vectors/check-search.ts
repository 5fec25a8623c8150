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
  "A filter compares for equality: pass a text, a number, true, false or null for each name, such as { kind: 'animal' }.";

/** Returns a validated search of a vector store. Throws `VectorStoreException` with the name of the invalid option. */
export const checkSearch = (search: VectorSearch): VectorSearch => {
  if (!isRecord(search)) refuse(`${SEARCH} received ${kindOf(search)}. Pass { text, topK?, minScore?, filter? }.`);
  for (const name of Object.keys(search)) if (!Object.hasOwn(NAMES, name)) refuseName(name);
  const { text, topK, minScore, filter } = search;
  if (typeof text !== 'string') refuse(`text of ${SEARCH} is ${kindOf(text)}. Pass the text to search for.`);
  if (topK !== undefined && !(typeof topK === 'number' && topK > 0)) {
    refuse(`topK of ${SEARCH} is ${kindOf(topK)}. Pass a number above 0, or leave it out.`);
  }
  if (minScore !== undefined && (typeof minScore !== 'number' || Number.isNaN(minScore))) {
    refuse(`minScore of ${SEARCH} is ${kindOf(minScore)}. Pass a number, or leave it out.`);
  }
  if (filter !== undefined) checkFilter(filter, SEARCH);
  return search;
};

/**
 * Returns a validated selection of documents to delete. Throws `VectorStoreException` for anything but ids or a filter.
 */
export const checkSelection = (selection: VectorSelection): VectorSelection => {
  if (!isRecord(selection)) refuse(`${DELETE} received ${kindOf(selection)}. ${SELECTION}`);
  const names = Object.keys(selection);
  if (names.length !== 1 || (names[0] !== 'ids' && names[0] !== 'filter')) {
    refuse(`${DELETE} received ${names.length > 0 ? `the options ${names.join(', ')}` : 'no option'}. ${SELECTION}`);
  }
  if ('filter' in selection) checkFilter(selection.filter, DELETE);
  else checkIds(selection.ids);
  return selection;
};

const checkIds = (ids: unknown): void => {
  if (!Array.isArray(ids)) return refuse(`ids of ${DELETE} is ${kindOf(ids)}. Pass a list of texts.`);
  const index = ids.findIndex((id: unknown) => typeof id !== 'string');
  if (index >= 0) refuse(`ids[${index}] of ${DELETE} is ${kindOf(ids[index])}. Pass a list of texts.`);
};

const checkFilter = (filter: MetadataFilter, where: string): void => {
  if (!isRecord(filter)) refuse(`filter of ${where} is ${kindOf(filter)}. ${EQUALITY}`);
  for (const [name, value] of Object.entries(filter)) {
    if (!isScalar(value)) refuse(`filter.${name} of ${where} is ${kindOf(value)}. ${EQUALITY}`);
  }
};

const refuseName = (name: string): never => {
  const meant = Object.hasOwn(MEANT, name) ? ` Did you mean ${MEANT[name]}?` : '';
  return refuse(`${SEARCH} does not know the option ${name}.${meant} Use text, topK, minScore or filter.`);
};

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

// A Map has no own properties: as a filter, it would match all documents.
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Object.prototype.toString.call(value) === '[object Object]';

/** Describes the kind of a value; the value itself does not belong in a log. */
const kindOf = (value: unknown): string => {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'string') return 'a text';
  if (Array.isArray(value)) return 'a list';
  if (!isRecord(value)) return typeof value === 'object' ? `a ${value.constructor.name}` : `a ${typeof value}`;
  const names = Object.keys(value);
  return names.length > 0 ? `an object with ${names.join(', ')}` : 'an object';
};

const refuse = (message: string): never => {
  throw new VectorStoreException(message);
};
