// These texts are segments of other routes, or a URL removes them.
const NO_IDS: readonly unknown[] = [
  '',
  '.',
  '..',
  'me',
  'counts',
  'stats',
  'changes',
  'decisions',
  'runs',
  'external',
  'inbox',
];

/**
 * Returns an id as a segment of a path. Throws `TypeError` for an id that would request another route, so that a method
 * never reads or changes anything else.
 */
export const segment = (id: string, method: string): string => {
  if (typeof id === 'string' && !NO_IDS.includes(id)) return encodeURIComponent(id);
  throw new TypeError(`${method} received ${JSON.stringify(id)}, which is not an id of a record. Pass the id of one.`);
};
