import type ts from 'typescript';
import type { Literal, ScalarName } from './shape.js';

/** Metadata before it is written as code: JSON, and types that only running code can name. */
export type Emitted =
  | Literal
  | null
  | readonly Emitted[]
  | { readonly [name: string]: Emitted | undefined }
  | EmittedType;

/** A reference to a class: one of the language by its name, or one of the application. */
export class EmittedType {
  constructor(readonly type: ScalarName | ts.Symbol) {}
}
