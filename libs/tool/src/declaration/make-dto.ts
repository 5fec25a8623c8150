import { ToolDeclarationException } from '../tool.errors.js';
import type { Maker } from './make-value.js';
import type { Class } from './type-reference.js';

/** Gives what makes instances of a DTO class. */
export function dtoMaker(type: Class): Maker {
  throw new ToolDeclarationException(`${type.name} is a DTO`);
}
