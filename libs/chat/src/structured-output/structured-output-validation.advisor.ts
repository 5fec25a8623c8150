import type { JsonSource } from 'toolgate/tool';
import {
  type AdvisedStream,
  Advisor,
  type AdvisorChain,
  HIGHEST_PRECEDENCE,
  LOWEST_PRECEDENCE,
} from '../contract/advisor.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import { ChatClientException } from '../errors/chat.errors.js';
import { assertAttempts, ATTEMPTS } from './assert-attempts.js';
import { askUntilValid } from './ask-until-valid.js';
import { readAnswer, type ReadAnswer, readerOf } from './read-answer.js';

/** The default order of validation: inside the tool loop, next to the model. */
export const VALIDATION_ORDER = LOWEST_PRECEDENCE - 2000;

/** Options of the `StructuredOutputValidationAdvisor`. */
export interface StructuredOutputValidationOptions {
  /** A Standard Schema, a DTO class, raw JSON Schema, or a list of one of them. */
  readonly schema: JsonSource;
  /** How often the model is called again. @default 3 */
  readonly repeatAttempts?: number;
  /** @default LOWEST_PRECEDENCE - 2000, inside the tool loop */
  readonly order?: number;
}

/**
 * Calls the model again, with the issues, if an answer does not fit a schema. The prompt itself must describe the form
 * of the answer. Throws `StructuredOutputException` after the last attempt. A stream yields its parts once the answer
 * is valid.
 */
export class StructuredOutputValidationAdvisor extends Advisor {
  override readonly order: number;
  private readonly attempts: number;
  private readonly read: ReadAnswer<unknown>;

  constructor({ schema, repeatAttempts = ATTEMPTS, order = VALIDATION_ORDER }: StructuredOutputValidationOptions) {
    super();
    if (!(order > HIGHEST_PRECEDENCE && order < LOWEST_PRECEDENCE)) {
      throw new ChatClientException(
        'The order of a StructuredOutputValidationAdvisor must be between HIGHEST_PRECEDENCE and LOWEST_PRECEDENCE.',
      );
    }
    this.order = order;
    this.attempts = assertAttempts(repeatAttempts);
    this.read = readAnswer(readerOf('StructuredOutputValidationAdvisor', schema));
  }

  advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    const { read, attempts } = this;
    return askUntilValid(request, chain, { read, attempts });
  }
}
