import type { PolicyDemands } from '@soapstone/soap-transport';

/** Prints what a security policy wants, what to supply for it, and what of it is not supported. Lines without a margin. */
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
