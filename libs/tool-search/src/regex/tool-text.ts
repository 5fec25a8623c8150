import type { ToolContent } from '../indexes/tool-content.js';

/** How many UTF-16 units of a tool's texts are returned, so that a pattern takes little time. */
const LONGEST = 2000;

const texts = new WeakMap<ToolContent, string>();

/** Returns the texts of a tool in lower case, one per line, the name first. */
export const toolText = (content: ToolContent): string => {
  let text = texts.get(content);
  if (text === undefined) texts.set(content, (text = read(content)));
  return text;
};

const read = ({ name, description, parameters, tags }: ToolContent): string =>
  [name, description, parameters, ...tags].join('\n').slice(0, LONGEST).toLowerCase();
