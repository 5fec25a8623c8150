import type { MeasuredTool } from './read-tools.js';

const SITES = ['berlin', 'boston', 'lima', 'lyon', 'osaka', 'perth', 'quito', 'turin'];
const SYSTEMS = ['', 'Archive', 'Legacy', 'Sandbox'];

/** Returns `count` distinct tools: the given ones, and variants by site and system, as a large company has them. */
export const manyTools = (tools: readonly MeasuredTool[], count: number): readonly MeasuredTool[] => {
  const varied = SITES.flatMap((site) => SYSTEMS.flatMap((system) => tools.map((tool) => vary(tool, site, system))));
  return [...tools, ...varied].slice(0, count);
};

const vary = (tool: MeasuredTool, site: string, system: string): MeasuredTool => ({
  ...tool,
  name: `${site}_${tool.name}${system}`,
  description: `${tool.description} For the site ${site}${system && `, ${system.toLowerCase()}`}.`,
});
