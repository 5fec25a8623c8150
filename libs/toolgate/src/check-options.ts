import { SeamException } from '#core';
import type { ToolgateFeature } from './toolgate-feature.js';
import type { ToolgateModuleOptions } from './toolgate.module-definition.js';

type Shape = { readonly [key: string]: Shape | 'anything' | 'boolean' };

/** Groups that accept a boolean to enable or disable them as a whole. */
const SWITCHES = new Set(['memory', 'retry']);

const CLIENT = [
  'system',
  'user',
  'tools',
  'toolContext',
  'options',
  'advisors',
  'advisorParams',
  'conversation',
  'timeoutMs',
  'limits',
];
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

const RETRY = anything(['attempts', 'minDelayMs', 'maxDelayMs']);

const MEMORY: Shape = {
  enabled: 'boolean',
  ...anything(['maxMessages', 'maxTokens', 'countTokens']),
};

const FEATURE: Shape = {
  ...anything(['name', 'model', ...CLIENT, 'imports', 'inject', 'useFactory']),
  memory: MEMORY,
  retry: RETRY,
  toolCalling: { enabled: 'boolean', order: 'anything' },
};

const SHAPE = {
  model: 'anything',
  client: anything(CLIENT),
  retry: RETRY,
  toolCalling: {
    enabled: 'boolean',
    order: 'anything',
    limits: anything(LIMITS),
    arguments: anything(['maxBytes', 'maxNodes', 'maxDepth']),
    parallelToolCalls: 'boolean',
    throwOnError: 'boolean',
    rethrow: 'anything',
    redact: 'anything',
    logErrors: 'boolean',
    maxResultLength: 'anything',
    maxStreamBytes: 'anything',
    defaults: anything(DEFAULTS),
    globalEnhancers: 'boolean',
  },
  observability: { toolContent: 'boolean', messageContent: 'boolean', approvalReason: 'boolean' },
  toolSearch: {
    enabled: 'boolean',
    referenceToolNameAccumulation: 'boolean',
    ...anything(['indexType', 'maxResults', 'minScore', 'systemMessageSuffix', 'sessionIdKeyName', 'order', 'clients']),
    eviction: anything(['lruMaxSessions', 'ttlMs']),
  },
  memory: MEMORY,
  approval: {
    ...anything(['strategy', 'onError', 'timeoutMs', 'store', 'requester', 'onMessage']),
    ...anything(['expiresInMs', 'approvalLapsesInMs', 'deadlineMs', 'leaseMs', 'shutdownMs', 'concurrency']),
    requireCoverage: 'boolean',
    worker: 'boolean',
  },
} satisfies Record<keyof Required<ToolgateModuleOptions>, Shape | 'anything'>;

/** The settings of `createToolgate`: those of the module, and its own. */
const SETTINGS: Shape = {
  ...anything(['tools', 'strategy', 'auditors', 'providers', 'imports', 'logger']),
  ...SHAPE,
};

const MODULE = 'ToolgateModule.forRoot()';

/** Throws `SeamException` for an unknown setting of `createToolgate`. */
export const checkSettings = (settings: object): void => {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
    throw new SeamException(
      'createToolgate() received no settings. Pass an object, such as { model, tools, strategy }.',
    );
  }
  check(settings, SETTINGS, { owner: 'createToolgate()', path: '' });
};

/**
 * Returns the options. Throws `SeamException` for an unknown option, because a misspelled limit or gate would have no
 * effect.
 */
export const checkOptions = (options: ToolgateModuleOptions): ToolgateModuleOptions => {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new SeamException('ToolgateModule.forRoot() received no options object. Pass one, such as { model }, or {}.');
  }
  check(options, SHAPE, { owner: MODULE, path: '' });
  return options;
};

/** Throws `SeamException` if the value is not a list of clients, and for an unknown option of a client. */
export const checkFeatures = (features: readonly ToolgateFeature[]): void => {
  if (!Array.isArray(features)) {
    throw new SeamException(
      "ToolgateModule.forFeature() takes a list of clients. Write ToolgateModule.forFeature([{ name: 'support' }]).",
    );
  }
  for (const feature of features) checkFeature(feature);
};

/** Throws `SeamException` for an unknown option of a client. */
export const checkFeature = (feature: ToolgateFeature): void =>
  check(feature, FEATURE, { owner: 'ToolgateModule.forFeature()', path: '' });

interface Place {
  readonly owner: string;
  readonly path: string;
}

const check = (value: object, shape: Shape, { owner, path }: Place): void => {
  for (const [key, entry] of Object.entries(value)) {
    const place = { owner, path: `${path}${key}` };
    const expected = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (expected === undefined) {
      throw new SeamException(
        `${owner} does not know the option ${place.path}. There are: ${Object.keys(shape).join(', ')}.`,
      );
    }
    if (entry === undefined || (typeof entry === 'boolean' && SWITCHES.has(place.path))) continue;
    if (expected === 'boolean' && typeof entry !== 'boolean') refuse(place, 'true or false');
    if (typeof expected === 'object') checkGroup(entry, expected, place);
  }
};

const checkGroup = (entry: unknown, shape: Shape, place: Place): void => {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    refuse(place, SWITCHES.has(place.path) ? 'true, false or an object' : 'an object');
  }
  check(entry as object, shape, { ...place, path: `${place.path}.` });
};

const refuse = ({ owner, path }: Place, expected: string): never => {
  throw new SeamException(`The option ${path} of ${owner} must be ${expected}.`);
};
