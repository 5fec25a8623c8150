import { CONTROLLER_WATERMARK, INJECTABLE_WATERMARK, PARAMTYPES_METADATA } from '@nestjs/common/constants.js';
import type { Type } from '@nestjs/common';
import type { RegisteredTool } from '../tool.registry.js';

const COMPILER =
  'was compiled without decorator metadata (tsx and esbuild write none). Compile with tsc or swc and "emitDecoratorMetadata": true, or put @Inject() on each parameter.';

/** Warns of tool classes whose constructor has parameters of which no compiler wrote the types: Nest passes undefined. */
export const uninjectableWarnings = (tools: readonly RegisteredTool[]): readonly string[] => {
  const types = new Set(tools.flatMap(({ type, isCreatedByNest }) => (type && isCreatedByNest ? [type] : [])));
  return [...types].filter(lacksTypes).map((type) => {
    const remedy = isMarked(type) ? `The class ${COMPILER}` : `Add @Injectable() to the class.`;
    return `${type.name} has @Tool() methods, and Nest injects nothing into its constructor. ${remedy}`;
  });
};

const lacksTypes = (type: Type): boolean => type.length > 0 && !Reflect.hasMetadata(PARAMTYPES_METADATA, type);

const isMarked = (type: Type): boolean =>
  Reflect.hasMetadata(INJECTABLE_WATERMARK, type) || Reflect.hasMetadata(CONTROLLER_WATERMARK, type);
