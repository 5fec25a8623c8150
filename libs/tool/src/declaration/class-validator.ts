import { ToolDeclarationException } from '../tool.errors.js';
import { findPackages } from './optional-peer.js';
import type { Class } from './type-reference.js';

/** What one decorator of class-validator says of one property. */
export interface Validation {
  readonly type: string;
  readonly name?: string;
  readonly target: unknown;
  readonly propertyName: string;
  readonly each?: boolean;
  readonly constraints?: readonly unknown[];
}

/** What class-validator finds wrong with a property, and with what is inside it. */
export interface ValidationProblem {
  readonly property: string;
  readonly constraints?: Readonly<Record<string, string>>;
  readonly children?: readonly ValidationProblem[];
}

/** Checks an instance with class-validator's decorators. */
export type ValidateInstance = (instance: object) => Promise<readonly ValidationProblem[]>;

interface ValidationStorage {
  getTargetValidationMetadatas(
    target: Class,
    schema: undefined,
    always: boolean,
    strict: boolean,
  ): readonly Validation[];
}

/** Reads class-validator's decorators on a class and its ancestors; empty where the package is not used. */
export function validationsOf(type: Class): readonly Validation[] {
  const { classValidatorMetadataStorage: storage } = globalThis as {
    classValidatorMetadataStorage?: ValidationStorage;
  };
  return storage?.getTargetValidationMetadatas(type, undefined, false, false) ?? [];
}

/**
 * Loads class-validator's check.
 * @throws ToolDeclarationException if a class needs it and the application does not have it
 */
export function loadValidate(type: Class): ValidateInstance {
  const [found] = findPackages('class-validator', 'cjs/index.js');
  if (!found) {
    throw new ToolDeclarationException(
      `${type.name} carries decorators of class-validator, and the package is not there: npm install class-validator.`,
    );
  }
  const { validate } = found.load('cjs/index.js') as {
    validate: (instance: object, options: object) => ReturnType<ValidateInstance>;
  };
  // The schema has already refused what is unknown; a nested class without decorators is nothing unknown.
  return (instance) =>
    validate(instance, { forbidUnknownValues: false, validationError: { target: false, value: false } });
}
