import { SeamException } from 'toolgate/tool';
import type { ToolgateModuleOptions } from './toolgate.module-definition.js';

type Shape = { readonly [key: string]: Shape | 'anything' | 'boolean' };

const CLIENT = ['system', 'user', 'tools', 'toolContext', 'options', 'advisors', 'advisorParams', 'conversation'];
const DEFAULTS = [
  'returnDirect',
  'requiresApproval',
  'sequential',
  'idempotent',
  'timeoutMs',
  'maxResultLength',
  'tags',
  'hints',
  'resultConverter',
];
const LIMITS = ['callsPerTool', 'perTool', 'totalCalls', 'rounds', 'repeatedCalls', 'onBreach'];

const anything = (keys: readonly string[]): Shape => Object.fromEntries(keys.map((key) => [key, 'anything']));

const SHAPE = {
  model: 'anything',
  client: anything(CLIENT),
  toolCalling: {
    enabled: 'boolean',
    order: 'anything',
    limits: anything(LIMITS),
    parallelToolCalls: 'boolean',
    throwOnError: 'boolean',
    rethrow: 'anything',
    redact: 'anything',
    maxResultLength: 'anything',
    defaults: anything(DEFAULTS),
    globalEnhancers: 'boolean',
  },
  approval: { strategy: 'anything', onError: 'anything', timeoutMs: 'anything', requireCoverage: 'boolean' },
} satisfies Record<keyof Required<ToolgateModuleOptions>, Shape | 'anything'>;

/** Gives the options back. Throws `SeamException` for a key nobody reads: a misspelt limit or gate would be none. */
export const checkOptions = (options: ToolgateModuleOptions): ToolgateModuleOptions => {
  check(options, SHAPE, '');
  return options;
};

const check = (value: object, shape: Shape, path: string): void => {
  for (const [key, entry] of Object.entries(value)) {
    const expected = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (expected === undefined) {
      throw new SeamException(
        `ToolgateModule.forRoot() does not know the option ${path}${key}. There are: ${Object.keys(shape).join(', ')}.`,
      );
    }
    if (entry === undefined) continue;
    if (expected === 'boolean' && typeof entry !== 'boolean') {
      throw new SeamException(`The option ${path}${key} of ToolgateModule.forRoot() must be true or false.`);
    }
    if (typeof expected === 'object') checkGroup(entry, expected, `${path}${key}`);
  }
};

const checkGroup = (entry: unknown, shape: Shape, path: string): void => {
  if (typeof entry === 'object' && entry !== null && !Array.isArray(entry)) return check(entry, shape, `${path}.`);
  throw new SeamException(`The option ${path} of ToolgateModule.forRoot() must be an object.`);
};
