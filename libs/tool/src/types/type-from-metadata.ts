import type { Class } from '#core';
import { type DeclarationProblem, ToolDeclarationException } from '../contract/tool.errors.js';
import { typeOfReference } from './type-of-reference.js';
import type { ValueType } from './value-type.js';

/**
 * Returns the type that a compiler wrote for a parameter or a property.
 * @throws ToolDeclarationException with the remedy, if the type is unreliable or has no JSON form
 */
export function typeFromMetadata(designType: unknown, name: string): ValueType {
  if (designType === Map) {
    throw new ToolDeclarationException(`JSON has no Map. Add \`@ToolParam({ mapOf: () => Item }) ${name}\`.`);
  }
  if (isUnknown(designType)) throw new ToolDeclarationException([UNKNOWN_TYPE]);
  return typeOfReference(designType as Class);
}

/**
 * Whether the type that a compiler wrote is unreliable. The compilers differ for lists, enums and unions, so all of these
 * count as unknown and cause the same error.
 */
export function isUnknown(designType: unknown): boolean {
  if (designType === Object || designType === Function || designType === Array) return true;
  return typeof designType !== 'function';
}

/** The problem of a list that is declared for a `Set`. */
export const LIST_FOR_SET =
  'it is a Set in the code, and would receive a list, because JSON has no Set. Take a list, and create the Set in the method.';

/** The problem of a type that cannot be determined, with examples. */
export const UNKNOWN_TYPE: DeclarationProblem = {
  text: 'its type cannot be read from the running code.',
  remedy: [
    'Add "toolgate/plugin" to compilerOptions.plugins in nest-cli.json: it reads the types during the build, without a change of the code. A build with swc needs loadPluginMetadata() before NestFactory.create() too. A test runner does not read that file: configure the plugin for it, or state the type. If a type is a class, such as ToolContext, import it as a value, not with `import type`. Otherwise state the type before the name:',
    '  @ToolParam({ type: () => Item })     for an object of a class',
    '  @ToolParam({ type: () => [Item] })   for a list',
    "  @ToolParam({ enum: Status })         for an enum, or `enum: ['open', 'closed']` for a union of values",
    '  @ToolParam({ type: String })         for a string that may be undefined, with `required: false`',
    '  @ToolParam({ type: Number })         for a value whose type is not written out',
    '  @ToolParam({ mapOf: () => Item })    for a map',
    '  @ToolParam({ schema: … })            for an interface or a union: a Standard Schema or JSON Schema',
  ].join('\n'),
};
