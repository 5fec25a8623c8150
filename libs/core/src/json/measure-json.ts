const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const OPEN_LIST = '['.charCodeAt(0);
const CLOSE_LIST = ']'.charCodeAt(0);
const OPEN_OBJECT = '{'.charCodeAt(0);
const CLOSE_OBJECT = '}'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);

/** The size of a JSON text. The numbers are meaningless if the text is not valid JSON. */
interface JsonSize {
  /** The number of values: objects, lists, strings, numbers, booleans and nulls, without property names. */
  readonly nodes: number;
  /** The deepest nesting of objects and lists. */
  readonly depth: number;
  /** The number of properties in the text; a repeated property counts each time. */
  readonly properties: number;
}

/** Measures a JSON text in one pass, without parsing it. */
export const measureJson = (text: string): JsonSize => {
  let [nodes, depth, properties, open, previous] = [1, 0, 0, 0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code <= SPACE) continue;
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === COLON) properties += 1;
    // Each comma precedes one more value, and so does each opening bracket unless the list or object is empty.
    else if (code === COMMA) nodes += 1;
    else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      nodes += 1;
      open += 1;
      if (open > depth) depth = open;
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      open -= 1;
      if (previous === OPEN_OBJECT || previous === OPEN_LIST) nodes -= 1;
    }
    previous = code;
  }
  return { nodes, depth, properties };
};

/** Returns the index of the quote that ends a string, by the index of the quote that begins it. */
export const endOfString = (text: string, start: number): number => {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
};

const isEscaped = (text: string, index: number): boolean => {
  let start = index;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (index - start) % 2 === 1;
};
