const FIRST = 50;

let widths: readonly number[] = [];

/** Prints the heading of a Markdown table: its title, and its columns, the first of which names a row. */
export const printTable = (title: string, columns: readonly string[]): void => {
  widths = columns.map((column, index) => (index === 0 ? FIRST : Math.max(9, column.length)));
  console.log(`\n### ${title}\n`);
  printRow(columns);
  console.log(
    `| ${widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`,
  );
};

/** Prints a row of the table that was begun last. */
export const printRow = (cells: readonly string[]): void => {
  const padded = cells.map((cell, index) => (index === 0 ? cell.padEnd(FIRST) : cell.padStart(widths[index] ?? 0)));
  console.log(`| ${padded.join(' | ')} |`);
};
