/** Tools cannot be searched: an option is invalid, a session has no id, or a package is not installed. */
export class ToolSearchException extends Error {
  override readonly name = 'ToolSearchException';
}

/** Describes a manager that does not expose its tools. */
export const noToolsOf = (manager: string): string =>
  `${manager} has no resolveTools(), so its tools cannot be searched. Implement resolveTools().`;
