import { callback, checkOptions, type Declared, option, SPAN_CONTENT } from '#core';
import { ObservabilityException } from './observability.errors.js';
import type { ObservabilityModuleOptions } from './observability-options.js';

const OBSERVABILITY = {
  ...SPAN_CONTENT,
  redact: option(callback('a function of a string'), 'redacts each text of content before it is recorded'),
  describeSpan: option(callback('a function of a span'), 'returns another name and further attributes'),
} satisfies Declared<ObservabilityModuleOptions>;

/** Returns the options. Throws `ObservabilityException` for an unknown key and for an invalid value. */
export const checkObservabilityOptions = (options: ObservabilityModuleOptions = {}): ObservabilityModuleOptions =>
  checkOptions(options, OBSERVABILITY, { owner: 'ObservabilityModule', error: ObservabilityException });
