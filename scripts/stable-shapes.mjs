import { parseSync, Visitor } from 'rolldown/utils';

/**
 * Rolldown plugin that begins each object that a spread begins, and other properties follow, with an empty spread. For
 * `{ ...a, b }` Node 20 creates a hidden class each time: that takes a microsecond, and slows whatever reads the object.
 * Later versions of Node do not, and lose 20 ns by the empty spread.
 */
export const stableShapes = {
  name: 'stable-shapes',
  renderChunk: (code) =>
    spreadFirst(code).reduceRight((text, at) => `${text.slice(0, at)}...null, ${text.slice(at)}`, code),
};

/** The places in a module at which the first spread of such an object begins. */
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
