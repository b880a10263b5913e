import type { PolicyDemands } from '@soapstone/ws-security';

/** Prints the requirements of a security policy, what to supply for them, and which are not supported, as lines without a margin. */
export function printDemands({ wants, needs, legacy, gaps, notes }: PolicyDemands): string[] {
  return [
    `security policy: ${wants.length === 0 ? 'nothing that a message shows' : wants.join('; ')}`,
    ...needs.map(({ text }) => `  supply: ${text}`),
    ...legacy.map(
      ({ algorithm, assertion, reason }) =>
        `  needs consent: ${assertion} asks for ${reason} (--allow-legacy ${algorithm})`,
    ),
    ...gaps.map(({ assertion, reason }) => `  not supported: ${assertion}: ${reason}`),
    ...notes.map((note) => `  note: ${note}`),
  ];
}
