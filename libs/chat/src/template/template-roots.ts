type Token = readonly unknown[];

/** The names that a template asks for, without what it asks of them: `order` of `{order.id}`. Inside a list they may be the items' own. */
export const rootsOf = (tokens: readonly unknown[]): readonly string[] => [
  ...new Set((tokens as readonly Token[]).flatMap(rootsOfToken)),
];

const rootsOfToken = ([type, name]: Token): string[] =>
  ['name', '&', '#', '^'].includes(String(type)) && name !== '.' ? [String(name).split('.')[0]!] : [];
