import { checkOptions as check, isObject, type OptionsPlace, SeamException, yesOrNo } from '#core';
import { FEATURE, OPTIONS, SETTINGS } from './options.js';
import type { ToolgateFeature } from './toolgate-feature.js';
import type { ToolgateModuleOptions } from './toolgate.module-definition.js';

// Only the values of yes-or-no options are checked here. The module that uses another option checks its value.
const placeOf = (owner: string): OptionsPlace => ({
  owner,
  error: SeamException,
  checks: ({ fits }) => fits === yesOrNo.fits,
});

/** Throws `SeamException` for an unknown setting of `createToolgate`. */
export const checkSettings = (settings: object): void => {
  if (!isObject(settings)) {
    throw new SeamException(
      'createToolgate() received no settings. Pass an object, such as { model, tools, strategy }.',
    );
  }
  check(settings, SETTINGS, placeOf('createToolgate()'));
};

/**
 * Returns the options. Throws `SeamException` for an unknown option, because a misspelled limit or gate would have no
 * effect.
 */
export const checkOptions = (options: ToolgateModuleOptions): ToolgateModuleOptions => {
  if (!isObject(options)) {
    throw new SeamException('ToolgateModule.forRoot() received no options object. Pass one, such as { model }, or {}.');
  }
  return check(options, OPTIONS, placeOf('ToolgateModule.forRoot()'));
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
export const checkFeature = (feature: ToolgateFeature): void => {
  check(feature, FEATURE, placeOf('ToolgateModule.forFeature()'));
};
