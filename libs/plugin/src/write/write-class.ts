import type ts from 'typescript';
import { EmittedWriter } from './write-emitted.js';
import { readClass } from '../read/read-class.js';
import type { Reading } from '../read/reading.js';
import type { TypeReferences } from './type-references.js';
import type { Warn } from '../options/warning.js';

/** Writes the metadata of a class as an object literal; undefined if it has neither tools nor properties of a DTO. */
export function writeClass(
  reading: Reading,
  node: ts.ClassDeclaration,
  references: TypeReferences,
  warn: Warn,
): ts.ObjectLiteralExpression | undefined {
  const metadata = readClass(reading, node, warn);
  if (!metadata) return undefined;
  const label = node.name?.text ?? 'An unnamed class';
  const miss = ({ name }: ts.Symbol): void => {
    const problem = `the class ${name} cannot be named from here, so that no schema can be read from it`;
    warn({ node, label, problem, remedy: `Export ${name}, and import it by its name where a tool takes it.` });
  };
  return new EmittedWriter(reading.ts, references, miss).object(metadata);
}
