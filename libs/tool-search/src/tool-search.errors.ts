/** Tools cannot be searched: options that say nothing sensible, a session that is not named, or a package that is not installed. */
export class ToolSearchException extends Error {
  override readonly name = 'ToolSearchException';
}

/** What is said of a manager that keeps its tools to itself. */
export const noToolsOf = (manager: string): string =>
  `${manager} does not give its tools, and they cannot be searched: write resolveTools().`;
