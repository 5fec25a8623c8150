import { inspect } from 'node:util';
import { globMatcher, type ToolCallback, ToolException } from 'toolgate/tool';

/** One pattern for the names of tools, or several: `*` stands for any characters, everything else for itself. */
export type Globs = string | readonly string[];

/** Gives what tells whether a tool's name fits one of the globs. Throws `ToolException` for what is no glob. */
export const toolMatcher = (owner: string, globs: Globs): ((tool: ToolCallback) => boolean) => {
  const list: readonly string[] = typeof globs === 'string' ? [globs] : globs;
  if (!Array.isArray(list)) return refuse(owner, globs);
  const matchers = list.map((glob) =>
    typeof glob === 'string' && glob !== '' ? globMatcher(glob) : refuse(owner, glob),
  );
  return ({ definition: { name } }) => matchers.some((matches) => matches(name));
};

const refuse = (owner: string, glob: unknown): never => {
  throw new ToolException(
    `${owner} takes globs over the names of tools, and ${inspect(glob)} is none: give a text such as 'refund*'.`,
  );
};
