type Token = readonly unknown[];

/**
 * Returns the root names of a template's parameters: `order` of `{order.id}`. Inside a list, a name may belong to an
 * item.
 */
export const rootsOf = (tokens: readonly unknown[]): readonly string[] => [
  ...new Set((tokens as readonly Token[]).flatMap(rootsOfToken)),
];

const rootsOfToken = ([type, name]: Token): string[] =>
  ['name', '&', '#', '^'].includes(String(type)) && name !== '.' ? String(name).split('.', 1) : [];
