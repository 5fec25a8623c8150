import type ts from 'typescript';

export type ScalarName = 'String' | 'Number' | 'Boolean' | 'Date';
export type Literal = string | number | boolean;

/** The JSON values that a TypeScript type allows. */
export type Shape =
  /** `loses` names the part of the type that a schema cannot express: the model may send any value of the scalar. */
  | { readonly kind: 'scalar'; readonly name: ScalarName; readonly loses?: string }
  | { readonly kind: 'enum'; readonly values: readonly Literal[] }
  | { readonly kind: 'list'; readonly of: Shape }
  /** `isInstance`: the code takes a `Map`, not a plain object. */
  | { readonly kind: 'map'; readonly of: Shape; readonly isInstance: boolean }
  | { readonly kind: 'class'; readonly symbol: ts.Symbol }
  | { readonly kind: 'object'; readonly properties: readonly ShapeProperty[] }
  | { readonly kind: 'union'; readonly of: readonly Shape[] }
  | { readonly kind: 'null' }
  | UnreadableShape;

/** A type for which there is no schema. */
export interface UnreadableShape {
  readonly kind: 'unreadable';
  /** A clause that names the type and the reason. */
  readonly why: string;
  /** The options of `@ToolParam()` that describe it. @default a schema */
  readonly remedy?: string;
}

/** One property of an object literal type or an interface. */
export interface ShapeProperty {
  readonly name: string;
  readonly isOptional: boolean;
  readonly description?: string;
  readonly shape: Shape;
}
