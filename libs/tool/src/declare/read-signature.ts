import { isBlank, skipToken } from './skip-token.js';

/** One parameter in the source text of a function. */
export interface SignatureParameter {
  /** Absent if the code has no name: a destructured parameter, or one renamed by a minifier. */
  readonly name?: string;
  readonly hasDefault: boolean;
  readonly isRest: boolean;
}

/**
 * Reads the parameters of a function from its source text, with defaults, comments and destructuring.
 * Returns undefined for native and bound functions, whose source is not available.
 */
export function readSignature(source: string): readonly SignatureParameter[] | undefined {
  if (/\{\s*\[native code\]\s*\}\s*$/u.test(source)) return undefined;
  const list = parameterList(source);
  if (!list) return undefined;
  const parameters = splitParameters(list.text).map(readParameter);
  const tight = /^(?:\{|=>)/u.test(source.slice(list.end));
  const isMinified = tight && parameters.every(({ name }) => name !== undefined && name.length <= 2);
  return isMinified ? parameters.map((parameter) => ({ ...parameter, name: undefined })) : parameters;
}

/** Returns the text between a function's parentheses; for `async x => …` the one name. */
function parameterList(source: string): { readonly text: string; readonly end: number } | undefined {
  let word = { text: '', end: 0 };
  for (let at = 0; at < source.length;) {
    const end = skipToken(source, at);
    if (source.charAt(at) === '(') return { text: source.slice(at + 1, end - 1), end };
    if (source.startsWith('=>', at)) return word;
    if (!isBlank(source, at)) word = { text: source.slice(at, end), end };
    at = end;
  }
  return undefined;
}

function splitParameters(list: string): string[] {
  const parts: string[] = [''];
  for (let at = 0; at < list.length;) {
    const end = skipToken(list, at);
    if (list.charAt(at) === ',') parts.push('');
    else parts[parts.length - 1] += isBlank(list, at) ? ' ' : list.slice(at, end);
    at = end;
  }
  const trimmed = parts.map((part) => part.trim());
  return trimmed.at(-1) === '' ? trimmed.slice(0, -1) : trimmed;
}

function readParameter(text: string): SignatureParameter {
  const isRest = text.startsWith('...');
  const name = /^[\p{ID_Start}$_][\p{ID_Continue}$]*/u.exec(isRest ? text.slice(3).trim() : text)?.[0];
  return { ...(name !== undefined && { name }), hasDefault: hasDefault(text), isRest };
}

function hasDefault(text: string): boolean {
  for (let at = 0; at < text.length; at = skipToken(text, at)) if (text.charAt(at) === '=') return true;
  return false;
}
