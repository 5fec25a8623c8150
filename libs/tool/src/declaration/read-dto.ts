import { ToolDeclarationException } from '../tool.errors.js';
import type { Class } from './type-reference.js';
import type { InputField } from './value-type.js';

/** A property of a DTO class. */
export interface DtoField extends InputField {
  /** Its name on the instance. */
  readonly key: string;
}

/** What is known of a DTO class. */
export interface DtoModel {
  readonly class: Class;
  readonly fields: readonly DtoField[];
}

/** Reads a DTO class. */
export function readDto(type: Class): DtoModel {
  throw new ToolDeclarationException(`${type.name} is a DTO`);
}
