import { differences, type Reason, reasons } from './differences.js';
import { sampleDifferences } from './sample-differences.js';

/** The rows of the table in the README: each difference with its reason, and the programs that show it. */
export function differenceTable(): string[] {
  const shown = new Map<Reason, string[]>();
  const note = (reason: Reason, name: string): void => {
    shown.set(reason, [...(shown.get(reason) ?? []), name]);
  };
  for (const [name, [reason]] of Object.entries(differences)) note(reason, name.replace(/^\w+: /, ''));
  const samples = new Map<Reason, number>();
  for (const [reason] of Object.values(sampleDifferences))
    samples.set(reason, (samples.get(reason) ?? 0) + 1);
  return Object.entries(reasons).map(([reason, text]) => {
    const programs = shown.get(reason as Reason) ?? [];
    const count = samples.get(reason as Reason) ?? 0;
    const counted = count === 0 ? [] : [`${count} ${count === 1 ? 'sample' : 'samples'} of node-soap`];
    return `| ${text} | ${[...programs, ...counted].join('; ')} |`;
  });
}
