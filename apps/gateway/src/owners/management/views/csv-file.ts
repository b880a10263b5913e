/**
 * Writes a CSV file (RFC 4180) with a header line. Spreadsheets run a cell that begins with `=`, `+`, `-` or `@`, and clients choose names
 * in calls, so such text is prefixed with an apostrophe.
 *
 * @example csvFile('calls.csv', ['at', 'status'], [{ at: '2026-11-25T10:00:00Z', status: 200 }])
 */
export function csvFile<Column extends string>(
  name: string,
  columns: readonly Column[],
  rows: readonly { readonly [Name in Column]?: string | number | boolean | null }[],
): { readonly name: string; readonly contentType: string; readonly text: string } {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  const text = lines.map((cells) => `${cells.map(printCell).join(',')}\r\n`).join('');
  return { name, contentType: 'text/csv; charset=utf-8', text };
}

function printCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
