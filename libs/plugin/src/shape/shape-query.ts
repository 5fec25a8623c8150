import type ts from 'typescript';
import type { Shape } from './shape.js';

/** The location of a type, and the types that contain it. */
export interface ShapeQuery {
  readonly node: ts.Node;
  /** The object types that contain this one, outermost first. */
  readonly open: readonly ts.Type[];
  /** Reads a type inside this one. */
  readonly read: (type: ts.Type, query: ShapeQuery) => Shape;
}
