import { ObservabilityException } from './observability.errors.js';
import type { ObservabilityModuleOptions } from './observability-options.js';

const TYPES = {
  toolContent: 'boolean',
  messageContent: 'boolean',
  approvalReason: 'boolean',
  redact: 'function',
  describeSpan: 'function',
} satisfies Record<keyof Required<ObservabilityModuleOptions>, string>;

const EXPECTED: Readonly<Record<string, string>> = { boolean: 'true or false', function: 'a function of a text' };
const OF_A_SPAN = 'a function of a span';

/** Returns the options. Throws `ObservabilityException` for an unknown key and for an invalid value. */
export const checkObservabilityOptions = (options: ObservabilityModuleOptions = {}): ObservabilityModuleOptions => {
  for (const [key, value] of Object.entries(options)) {
    const type = Object.hasOwn(TYPES, key) ? TYPES[key as keyof typeof TYPES] : undefined;
    if (!type) {
      const known = Object.keys(TYPES).join(', ');
      throw new ObservabilityException(`ObservabilityModule does not know the option ${key}. There are: ${known}.`);
    }
    if (value !== undefined && typeof value !== type) {
      throw new ObservabilityException(
        `The option ${key} of ObservabilityModule must be ${key === 'describeSpan' ? OF_A_SPAN : EXPECTED[type]}.`,
      );
    }
  }
  return options;
};
