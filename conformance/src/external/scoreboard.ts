import { fileURLToPath } from 'node:url';
import type { Count, Row } from './row.js';

export const SCOREBOARD: string = fileURLToPath(new URL('../../../docs/scoreboard.md', import.meta.url));

const HEAD = `# Scoreboard

Suites by others, and cases from the standards, with the programs that do the same work on the same cases in the same run. The table is
written by \`pnpm conformance external --write\`; every night the command runs again, and fails if a row differs or a case is wrong without
a reason below.
`;

const share = ({ right, of }: Count): string => `${right} of ${of}`;

const lineOf = ({ suite, asked, ours, peers = {} }: Row): string => {
  const others = Object.entries(peers).map(([name, count]) => `${name}: ${share(count)}`);
  return `| ${suite} | ${asked} | ${share(ours)} | ${others.join('<br>')} |`;
};

/** Prints the page: a table, and what differs on purpose with its reason. */
export function printScoreboard(rows: readonly Row[]): string {
  const table = ['| suite | what is asked | right | others |', '|---|---|---|---|', ...rows.map(lineOf)];
  const reasons = rows.flatMap(({ suite, asked, exceptions = [] }) =>
    exceptions.length === 0
      ? []
      : [
          `### ${suite}: ${asked}`,
          '',
          ...exceptions.map(({ reason, cases }) => `- ${reason}: ${cases.length} (${listed(cases)})`),
          '',
        ],
  );
  return `${HEAD}
${table.join('\n')}

## What differs on purpose

${reasons.join('\n')}`;
}

/** The names of cases, the first ten. */
function listed(cases: readonly string[]): string {
  const first = cases.slice(0, 10).map((name) => `\`${name}\``);
  return [...first, ...(cases.length > first.length ? ['…'] : [])].join(', ');
}

/** Our own figures that differ from those of the published page. Those of others depend on their versions. */
export function checkScoreboard(rows: readonly Row[], published: string): readonly string[] {
  return rows.flatMap(({ suite, asked, ours }) => {
    const start = `| ${suite} | ${asked} | `;
    const line = published.split('\n').find((each) => each.startsWith(start));
    if (line === undefined) return [`${suite}, ${asked}: no row`];
    const figure = line.slice(start.length).split(' |')[0];
    return figure === share(ours) ? [] : [`${suite}, ${asked}: ${share(ours)}, published ${figure}`];
  });
}
