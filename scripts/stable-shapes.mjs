import { parseSync, Visitor } from 'rolldown/utils';

/**
 * Rolldown plugin that turns `{ ...a, b }` into `{ ...null, ...a, b }`. Node 20 creates a hidden class for each object of
 * the first form, which takes a microsecond and slows all code that reads the object. Later versions of Node do not: there the
 * empty spread costs 20 ns.
 */
export const stableShapes = {
  name: 'stable-shapes',
  renderChunk: (code) =>
    spreadFirst(code).reduceRight((text, at) => `${text.slice(0, at)}...null, ${text.slice(at)}`, code),
};

/** Returns where the first spread of each object of the first form begins. */
export const spreadFirst = (code) => {
  const places = [];
  const visitor = new Visitor({
    ObjectExpression({ properties: [first, ...others] }) {
      const isEmpty = first?.type === 'SpreadElement' && first.argument.type === 'Literal';
      if (first?.type === 'SpreadElement' && !isEmpty && others.length > 0) places.push(first.start);
    },
  });
  visitor.visit(parseSync('module.js', code).program);
  return places.sort((a, b) => a - b);
};
