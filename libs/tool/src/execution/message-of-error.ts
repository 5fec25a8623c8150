import { findInfrastructureError } from './find-infrastructure-error.js';

/** What is asked of an `HttpException`, whichever copy of Nest it comes from. */
interface HttpError extends Error {
  getStatus(): number;
  getResponse(): unknown;
}

const PROGRAMMING_ERRORS = [TypeError, ReferenceError, RangeError, SyntaxError, EvalError, URIError];

/**
 * Whether an error's message was written for developers: a native programming error, an HTTP status of 500 and above, an
 * error of a system or a driver, and what such an error caused. An HTTP status below 500 keeps words of its own.
 */
export const isInternalError = (error: Error): boolean => {
  if (PROGRAMMING_ERRORS.some((type) => error.constructor === type)) return true;
  if (!isHttpError(error)) return findInfrastructureError(error) !== undefined;
  return !(error.getStatus() < 500) || isCopied(error);
};

const isCopied = (error: HttpError): boolean => {
  const found = findInfrastructureError(error);
  return found !== undefined && messageOfError(error).includes(String(found.message ?? ''));
};

/** What an error says: every message of a failed validation, else its own; empty where it says nothing. */
export const messageOfError = (error: Error): string => {
  const said = isHttpError(error) ? messagesOf(error.getResponse()) : [];
  if (said.length > 0) return said.join('; ');
  return typeof error.message === 'string' ? error.message.trim() : '';
};

/** The class of an error, or the name it gives itself. */
export const nameOfError = ({ name, constructor }: Error): string => (name === 'Error' ? constructor.name : name);

const isHttpError = (error: Error): error is HttpError => {
  const { getStatus, getResponse } = error as Partial<HttpError>;
  return typeof getStatus === 'function' && typeof getResponse === 'function';
};

const messagesOf = (response: unknown): readonly string[] => {
  const { message } = (response ?? {}) as { readonly message?: unknown };
  if (!Array.isArray(message)) return [];
  return message.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '');
};
