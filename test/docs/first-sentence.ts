import ts from 'typescript';

/** Returns the first sentence of the docstring of a name, on one line. */
export const firstSentence = (declarations: readonly ts.Node[]): string => {
  const docs = declarations.map((node) => ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1));
  const [text = ''] = docs.flatMap((doc) => ts.getTextOfJSDocComment(doc?.comment) ?? []);
  const [paragraph] = text.split(/\n(?=\n|```|- )/, 1);
  const line = paragraph!.replaceAll(/\s+/g, ' ').replaceAll(/\{@link (\w+)\}/g, '`$1`');
  // A colon at the end introduces a list or code, which the reference leaves out.
  return (/^.*?\.(?= [A-Z`])/.exec(line)?.[0] ?? line).replace(/:$/, '.');
};
