import { CONTROLLER_WATERMARK, INJECTABLE_WATERMARK, PARAMTYPES_METADATA } from '@nestjs/common/constants.js';
import type { Type } from '@nestjs/common';

/** A class that Nest creates for this framework. */
export interface CreatedClass {
  readonly type: Type;
  /** The role of the class, as a predicate: `has @Tool() methods`. */
  readonly role: string;
}

const COMPILER =
  'was compiled without decorator metadata (tsx and esbuild write none). Compile with tsc or swc and "emitDecoratorMetadata": true, or put @Inject() on each parameter.';

/** Warns about classes with constructor parameters whose types were not compiled: Nest passes undefined for them. */
export const uninjectableWarnings = (classes: readonly CreatedClass[]): readonly string[] => {
  const roles = new Map(classes.map(({ type, role }) => [type, role]));
  return [...roles]
    .filter(([type]) => lacksTypes(type))
    .map(([type, role]) => {
      const remedy = isMarked(type) ? `The class ${COMPILER}` : `Add @Injectable() to the class.`;
      return `${type.name} ${role}, and Nest injects nothing into its constructor. ${remedy}`;
    });
};

const lacksTypes = (type: Type): boolean => type.length > 0 && !Reflect.hasMetadata(PARAMTYPES_METADATA, type);

const isMarked = (type: Type): boolean =>
  Reflect.hasMetadata(INJECTABLE_WATERMARK, type) || Reflect.hasMetadata(CONTROLLER_WATERMARK, type);
