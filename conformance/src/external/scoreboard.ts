import { fileURLToPath } from 'node:url';
import type { Count, Row } from './row.js';

export const SCOREBOARD: string = fileURLToPath(new URL('../../../docs/scoreboard.md', import.meta.url));

const HEAD = `# Scoreboard

Suites by others, and cases from the standards, with the programs that do the same work on the same cases in the same run. The table is
written by \`pnpm conformance external --write\`; every night the command runs again, and fails if a row differs or a case is wrong without
a reason below.
`;

const share = ({ right, of }: Count): string => `${right} of ${of}`;

const startOf = ({ suite, asked }: Pick<Row, 'suite' | 'asked'>): string => `| ${suite} | ${asked} | `;

const lineOf = ({ suite, asked, ours, peers = {} }: Row): string => {
  const others = Object.entries(peers).map(([name, count]) => `${name}: ${share(count)}`);
  return `${startOf({ suite, asked })}${share(ours)} | ${others.join('<br>')} |`;
};

/** Prints the page: a table, and what differs on purpose with its reason. */
export function printScoreboard(rows: readonly Row[]): string {
  const table = ['| suite | what is asked | right | others |', '|---|---|---|---|', ...rows.map(lineOf)];
  const reasons = rows.flatMap((row) =>
    (row.exceptions ?? []).length === 0 ? [] : [headingOf(row), '', ...reasonsOf(row), ''],
  );
  return `${HEAD}
${table.join('\n')}

## What differs on purpose

${reasons.join('\n')}`;
}

const headingOf = ({ suite, asked }: Row): string => `### ${suite}: ${asked}`;
const reasonsOf = ({ exceptions = [] }: Row): readonly string[] =>
  exceptions.map(({ reason, cases }) => `- ${reason}: ${cases.length} (${listed(cases)})`);

/** Replaces the rows of some suites in a published page, and adds those that it lacks at the end of the table. */
export function replaceRows(rows: readonly Row[], published: string): string {
  const [table = '', ...sections] = published.split('\n### ');
  const [above = '', below = ''] = table.split('\n\n## What differs on purpose\n');
  const lines = above.split('\n');
  for (const row of rows) {
    const index = lines.findIndex((line) => line.startsWith(startOf(row)));
    if (index === -1) lines.push(lineOf(row));
    else lines[index] = lineOf(row);
  }
  const others = sections.filter(
    (section) => !rows.some((row) => `### ${section}`.startsWith(`${headingOf(row)}\n`)),
  );
  const own = rows
    .filter(({ exceptions = [] }) => exceptions.length > 0)
    .map((row) => [headingOf(row), '', ...reasonsOf(row), ''].join('\n').slice(4));
  return [`${lines.join('\n')}\n\n## What differs on purpose\n${below}`, ...others, ...own].join('\n### ');
}

/** The names of cases, the first ten. */
function listed(cases: readonly string[]): string {
  const first = cases.slice(0, 10).map((name) => `\`${name}\``);
  return [...first, ...(cases.length > first.length ? ['…'] : [])].join(', ');
}

/** Our own figures that differ from those of the published page. Those of others depend on their versions. */
export function checkScoreboard(rows: readonly Row[], published: string): readonly string[] {
  return rows.flatMap(({ suite, asked, ours }) => {
    const start = startOf({ suite, asked });
    const line = published.split('\n').find((each) => each.startsWith(start));
    if (line === undefined) return [`${suite}, ${asked}: no row`];
    const figure = line.slice(start.length).split(' |')[0];
    return figure === share(ours) ? [] : [`${suite}, ${asked}: ${share(ours)}, published ${figure}`];
  });
}
