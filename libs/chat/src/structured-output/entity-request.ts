import {
  type ChatResponse,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  hasToolCalls,
  textOf,
} from 'toolgate/model';
import type { JsonReader, JsonSource, ValueOf } from 'toolgate/tool';
import { type AdvisedStream, Advisor, type AdvisorChain } from '../contract/advisor.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import { assertAttempts, ATTEMPTS } from './assert-attempts.js';
import { askUntilValid, type Validation } from './ask-until-valid.js';
import type { EntityOptions } from '../contract/entity-options.js';
import { GrowingAnswer } from './growing-answer.js';
import { type OutputForm, outputForm } from './output-form.js';
import { readAnswer, type ReadAnswer, readerOf, type Reading } from './read-answer.js';
import { StructuredOutputException } from './structured-output.errors.js';
import { VALIDATION_ORDER } from './structured-output-validation.advisor.js';
import type { SavedEntity } from '../contract/saved-request.js';
import { defined, isList } from '#core';

/** An entity that a turn has to return. */
export interface EntityRequest<T> {
  /** Reads the entity; the same reader for the same source. */
  readonly reader: JsonReader<T>;
  /** Requests the entity, inside the tool loop. */
  readonly advisor: Advisor;
  /** Reads the entity from the turn's answer. Throws `StructuredOutputException` if the answer holds none. */
  readonly entityOf: (response: ChatResponse) => Promise<T>;
}

/** How an entity is delivered, in addition to its return. */
interface EntityDelivery {
  /** Receives the incomplete entity while it is streamed. */
  readonly show?: (partial: JsonValue) => void;
  /** Whether the answer receives the entity as a part. */
  readonly addsPart?: boolean;
}

/** Creates a request for an entity. */
export const entityRequest = <const S extends JsonSource>(
  source: S,
  options: EntityOptions,
  { show, addsPart = false }: EntityDelivery = {},
): EntityRequest<ValueOf<S>> => {
  const reader = readerOf('entity()', source);
  const attempts = assertAttempts(options.repeatAttempts ?? ATTEMPTS);
  const read = rememberingLast(readAnswer(reader));
  const watch = show && new GrowingAnswer(reader.wrappedIn, show);
  return {
    reader,
    advisor: new EntityAdvisor(
      outputForm(reader.schema, options),
      { read, attempts, watch, addsPart },
      toSavedEntity(source, reader, { ...options, addsPart }),
    ),
    entityOf: async (response) => {
      // This may be another answer than the validated one: tools may return directly, and advisors may answer
      // themselves.
      const reading = hasToolCalls(response) ? CALLS_TOOLS : await read(textOf(response.message));
      if (reading.type === 'value') return reading.value;
      throw new StructuredOutputException(response, reading.issues, 1);
    },
  };
};

const CALLS_TOOLS = { type: 'issues', issues: [{ path: '', message: 'calls tools' }] } as const;

/** Requests the entity of one prompt. */
export class EntityAdvisor extends Advisor {
  override readonly order = VALIDATION_ORDER;

  constructor(
    private readonly form: OutputForm,
    private readonly validation: Validation,
    /** Undefined if the entity cannot be requested again after a suspension. */
    readonly saved: SavedEntity | undefined,
  ) {
    super();
  }

  advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    return askUntilValid(this.form(request), chain, this.validation);
  }
}

// Returns the value that was validated, and runs a schema's transforms once.
const rememberingLast = <T>(read: ReadAnswer<T>): ((text: string) => Promise<Reading<T>>) => {
  let last: { readonly text: string; readonly reading: Reading<T> } | undefined;
  return async (text) => {
    if (last?.text !== text) last = { text, reading: await read(text) };
    return last.reading;
  };
};

/**
 * Returns the stored form of an entity; undefined for a Standard Schema, whose checks and transforms are code that
 * cannot be stored.
 */
const toSavedEntity = (
  source: JsonSource,
  reader: JsonReader<unknown>,
  { native, repeatAttempts, name, description, addsPart }: EntityOptions & { readonly addsPart: boolean },
): SavedEntity | undefined => {
  let item: unknown = source;
  while (isList(item)) [item] = item;
  if ('~standard' in (item as JsonObject)) return undefined;
  const options = { native, repeatAttempts, name, description };
  return {
    schema: ownSchema(reader),
    options: defined(options),
    ...(addsPart && { addsPart }),
  };
};

// The reader of a stored schema wraps the value again: a wrapped list would be read as an object with one property.
const ownSchema = ({ schema, wrappedIn }: JsonReader<unknown>): JsonSchema => {
  if (wrappedIn === undefined) return schema;
  const { $defs, properties } = schema;
  return { ...($defs && { $defs }), ...((properties as JsonObject)[wrappedIn] as JsonSchema) };
};
