import type { Class } from '#core';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { findPackages } from './optional-peer.js';

/** The metadata of one class-validator decorator on one property. */
export interface Validation {
  readonly type: string;
  readonly name?: string;
  readonly target: unknown;
  readonly propertyName: string;
  readonly each?: boolean;
  readonly constraints?: readonly unknown[];
}

/** A problem that class-validator found in a property, or in its children. */
export interface ValidationProblem {
  readonly property: string;
  readonly constraints?: Readonly<Record<string, string>>;
  readonly children?: readonly ValidationProblem[];
}

/** Validates an instance with class-validator's decorators. */
type ValidateInstance = (instance: object) => Promise<readonly ValidationProblem[]>;

interface ValidationStorage {
  getTargetValidationMetadatas(
    target: Class,
    schema: undefined,
    always: boolean,
    strict: boolean,
  ): readonly Validation[];
}

/** Reads class-validator's decorators on a class and its ancestors; empty if the package is not used. */
export function validationsOf(type: Class): readonly Validation[] {
  const { classValidatorMetadataStorage: storage } = globalThis as {
    classValidatorMetadataStorage?: ValidationStorage;
  };
  return storage?.getTargetValidationMetadatas(type, undefined, false, false) ?? [];
}

/**
 * Loads the `validate` function of class-validator.
 * @throws ToolDeclarationException if the package is not installed
 */
export function loadValidate(type: Class): ValidateInstance {
  const [found] = findPackages('class-validator', 'cjs/index.js');
  if (!found) {
    throw new ToolDeclarationException(
      `${type.name} has decorators of class-validator, but the package is not installed. Run npm install class-validator.`,
    );
  }
  const { validate } = found.load('cjs/index.js') as {
    validate: (instance: object, options: object) => ReturnType<ValidateInstance>;
  };
  // The schema has already rejected unknown properties, and class-validator would reject nested classes without decorators.
  return (instance) =>
    validate(instance, { forbidUnknownValues: false, validationError: { target: false, value: false } });
}
