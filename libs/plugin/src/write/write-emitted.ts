import type ts from 'typescript';
import { type Emitted, EmittedType } from '../shape/emitted.js';
import type { TypeScript } from '../options/load-typescript.js';
import type { TypeReferences } from './type-references.js';

/** Writes metadata as code. A property whose class cannot be named is left out, and `miss` receives the class. */
export class EmittedWriter {
  private readonly factory: ts.NodeFactory;

  constructor(
    ts: TypeScript,
    private readonly references: TypeReferences,
    private readonly miss: (type: ts.Symbol) => void,
  ) {
    this.factory = ts.factory;
  }

  /** Writes an object. */
  object(value: { readonly [name: string]: Emitted | undefined }): ts.ObjectLiteralExpression {
    const properties = Object.entries(value).flatMap(([name, one]) => {
      const written = one === undefined ? undefined : this.write(one);
      return written ? [this.factory.createPropertyAssignment(this.factory.createStringLiteral(name), written)] : [];
    });
    return this.factory.createObjectLiteralExpression(properties, true);
  }

  private write(value: Emitted): ts.Expression | undefined {
    const { factory } = this;
    if (value === null) return factory.createNull();
    if (value instanceof EmittedType) return this.type(value);
    if (typeof value === 'string') return factory.createStringLiteral(value);
    if (typeof value === 'boolean') return value ? factory.createTrue() : factory.createFalse();
    if (typeof value === 'number') return this.number(value);
    if (isList(value)) return this.list(value);
    return this.object(value);
  }

  private number(value: number): ts.Expression {
    const { factory } = this;
    const digits = factory.createNumericLiteral(Math.abs(value));
    return value < 0 ? factory.createPrefixMinus(digits) : digits;
  }

  private list(values: readonly Emitted[]): ts.Expression | undefined {
    const written = values.map((value) => this.write(value)).filter((one) => one !== undefined);
    return written.length === values.length ? this.factory.createArrayLiteralExpression(written) : undefined;
  }

  private type({ type }: EmittedType): ts.Expression | undefined {
    if (typeof type === 'string') return this.factory.createIdentifier(type);
    const written = this.references.refer(type);
    if (!written) this.miss(type);
    return written;
  }
}

function isList(value: Emitted): value is readonly Emitted[] {
  return Array.isArray(value);
}
