import { recordOf } from '#core';
import { findInfrastructureError } from './find-infrastructure-error.js';

/** The methods of an `HttpException` that are called, regardless of the copy of Nest it comes from. */
interface HttpError extends Error {
  getStatus(): number;
  getResponse(): unknown;
}

const PROGRAMMING_ERRORS = [TypeError, ReferenceError, RangeError, SyntaxError, EvalError, URIError];

/**
 * Whether an error's message was written for developers: a native programming error, an HTTP status of 500 and above, an
 * error of a system or a driver, or an error caused by one. An HTTP error below 500 is internal only if its message
 * contains the message of such an error.
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

/** Returns all messages of a failed validation, or else the error's own message; empty if it has none. */
export const messageOfError = (error: Error): string => {
  const messages = isHttpError(error) ? messagesOf(error.getResponse()) : [];
  if (messages.length > 0) return messages.join('; ');
  return typeof error.message === 'string' ? error.message.trim() : '';
};

/** Returns the name of an error, or of its class if the name is `Error`. */
export const nameOfError = ({ name, constructor }: Error): string => String(name === 'Error' ? constructor.name : name);

const isHttpError = (error: Error): error is HttpError => {
  const { getStatus, getResponse } = error as Partial<HttpError>;
  return typeof getStatus === 'function' && typeof getResponse === 'function';
};

const messagesOf = (response: unknown): readonly string[] => {
  const { message } = recordOf(response);
  if (!Array.isArray(message)) return [];
  return message.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '');
};
