import type ts from 'typescript';
import { findParamCall, hasOtherDecorator, statedOptions } from './decorators.js';
import { docComment } from './doc-comment.js';
import type { Emitted } from '../shape/emitted.js';
import { includesUndefined } from './includes-undefined.js';
import { literalOf } from './literal-values.js';
import { readTypeOptions } from './read-type-options.js';
import type { Reading } from './reading.js';
import { isDeclaredIn, resolveSymbol } from './resolve-symbol.js';
import type { Warn } from '../options/warning.js';

/** Reads a parameter of a tool method; null for one that does not come from the model. */
export function readParameter(
  reading: Reading,
  parameter: ts.ParameterDeclaration,
  label: string,
  warn: Warn,
): Emitted {
  const { ts, checker } = reading;
  const type = checker.getTypeAtLocation(parameter);
  if (parameter.dotDotDotToken || isToolContext(reading, type)) return null;
  const name = ts.isIdentifier(parameter.name) ? parameter.name.text : undefined;
  const stated = statedOptions(reading, findParamCall(reading, parameter));
  const isOptional = parameter.questionToken !== undefined || includesUndefined(reading, type);
  const isGivenByNest = hasOtherDecorator(reading, parameter);
  return {
    name,
    description: docComment(reading, name === undefined ? undefined : checker.getSymbolAtLocation(parameter.name)),
    required: isOptional ? false : undefined,
    default: defaultOf(reading, parameter),
    ...readTypeOptions(reading, { node: parameter, typeNode: parameter.type, type, stated }, (problem, remedy) => {
      if (!isGivenByNest) warn({ node: parameter, label: `${label} (${name ?? 'unnamed'})`, problem, remedy });
    }),
  };
}

/** Returns the default value of a parameter, if the source states it as a literal or an enum member. */
function defaultOf(reading: Reading, { initializer }: ts.ParameterDeclaration): Emitted | undefined {
  const { ts } = reading;
  if (!initializer) return undefined;
  if (ts.isPropertyAccessExpression(initializer)) return memberValue(reading, initializer.name);
  if (ts.isElementAccessExpression(initializer)) return memberValue(reading, initializer.argumentExpression);
  return literalOf(reading, initializer);
}

/** Returns the value of an enum member by its name; the checker itself returns it only for a `const enum`. */
function memberValue(reading: Reading, name: ts.Node): Emitted | undefined {
  const { ts, checker } = reading;
  const [member] = resolveSymbol(reading, name)?.declarations ?? [];
  return member && ts.isEnumMember(member) ? checker.getConstantValue(member) : undefined;
}

/** Whether a type is `ToolContext` or a class that extends it. */
function isToolContext(reading: Reading, type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type];
  return parts.some(({ symbol }) => symbol && (isContext(symbol) || extendsContext(reading, symbol)));
}

function isContext(symbol: ts.Symbol): boolean {
  return isDeclaredIn(symbol, 'ToolContext', 'tool-context');
}

function extendsContext(reading: Reading, symbol: ts.Symbol): boolean {
  const { ts, checker } = reading;
  if (!(symbol.flags & ts.SymbolFlags.Class)) return false;
  const bases = checker.getDeclaredTypeOfSymbol(symbol).getBaseTypes() ?? [];
  return bases.some((base) => base.symbol && (isContext(base.symbol) || extendsContext(reading, base.symbol)));
}
