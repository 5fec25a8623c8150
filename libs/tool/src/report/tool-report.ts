import type { ToolDescription } from '../registry/tool-description.js';

/** Formats the list of the application's tools: a title, and one row per tool. */
export const toolReport = (
  tools: readonly ToolDescription[],
): { readonly title: string; readonly rows: string | undefined } => {
  const rows = tools.map(({ name, origin, schemaLength, visibility, approval }) => [
    name,
    origin,
    `schema ${schemaLength}`,
    visibility,
    approval,
  ]);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  const below = lines.map((line) => `  ${line.trimEnd()}`).join('\n');
  return { title: `toolgate tools: ${tools.length}`, rows: below || undefined };
};
