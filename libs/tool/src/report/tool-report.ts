import type { ToolDescription } from './tool-description.js';

/** Writes what the application's tools are, a line each. */
export const toolReport = (tools: readonly ToolDescription[]): string => {
  const rows = tools.map(({ name, origin, schemaLength, visibility, approval }) => [
    name,
    origin,
    `schema ${schemaLength}`,
    visibility,
    approval,
  ]);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  '));
  return [`toolgate tools: ${tools.length}`, ...lines.map((line) => `  ${line.trimEnd()}`)].join('\n');
};
