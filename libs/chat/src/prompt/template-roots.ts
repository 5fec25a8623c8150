type Token = readonly unknown[];

/** The root names of a template's parameters: `order` of `{order.id}`. */
export interface TemplateRoots {
  /** The names whose values are inserted. */
  readonly inserted: readonly string[];
  /** The names that only decide whether a section is rendered, and how often. */
  readonly sections: readonly string[];
}

/** Returns the root names of a template's parameters. Inside a list, a name may belong to an item. */
export const rootsOf = (tokens: readonly unknown[]): TemplateRoots => {
  const inserted = rootsOfType(tokens as readonly Token[], ['name', '&']);
  const sections = rootsOfType(tokens as readonly Token[], ['#', '^']);
  return { inserted, sections: sections.filter((name) => !inserted.includes(name)) };
};

const rootsOfType = (tokens: readonly Token[], types: readonly string[]): readonly string[] => [
  ...new Set(
    tokens
      .filter(([type, name]) => types.includes(String(type)) && name !== '.')
      .flatMap(([, name]) => String(name).split('.', 1)),
  ),
];
