import type { JsonSchema } from 'toolgate/model';
import { resolvePointer } from './subschemas.js';

/** Whether a schema contains itself. A reference that cannot be resolved counts as recursive. */
export function isRecursive(root: JsonSchema): boolean {
  const open = new Set<object>();
  const done = new Set<object>();
  const leadsBack = (node: object): boolean => {
    if (open.has(node)) return true;
    if (done.has(node)) return false;
    open.add(node);
    const found = targetsOf(root, node).some((target) => !target || leadsBack(target));
    open.delete(node);
    done.add(node);
    return found;
  };
  return leadsBack(root);
}

function targetsOf(root: JsonSchema, node: object): readonly (object | undefined)[] {
  const { $ref, $dynamicRef } = node as JsonSchema;
  const inner = Object.values(node).filter((value): value is object => typeof value === 'object' && value !== null);
  const references = [$ref, $dynamicRef].filter((reference) => typeof reference === 'string');
  return [...inner, ...references.map((reference) => resolvePointer(root, reference))];
}
