import type ts from 'typescript';
import { findParamCall, hasOtherDecorator, statedOptions } from './decorators.js';
import { docComment } from './doc-comment.js';
import type { Emitted } from '../shape/emitted.js';
import { includesUndefined } from './includes-undefined.js';
import { literalOf } from './literal-values.js';
import { readTypeOptions } from './read-type-options.js';
import type { Reading } from './reading.js';
import { isToolContext } from './tool-context-type.js';
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
  const { ts, checker } = reading;
  if (!initializer) return undefined;
  if (ts.isPropertyAccessExpression(initializer) || ts.isElementAccessExpression(initializer)) {
    return checker.getConstantValue(initializer);
  }
  return literalOf(reading, initializer);
}
