import type { Draft } from '../api/drafts.js';
import { Section } from '../components/layout/section.js';
import { judgeCompatibility } from '../overview/compatibility.js';
import { FindingList } from '../overview/finding-list.js';

/** Findings that limit the operations to be published, with their places in the files. */
export function FindingsSection({ draft: { ports, diagnostics } }: { readonly draft: Draft }) {
  const operations = ports.flatMap((port) =>
    port.operations.flatMap(({ exposedAs, ...operation }) =>
      exposedAs === null ? [] : [{ ...operation, name: exposedAs }],
    ),
  );
  const { summary, limits: all } = judgeCompatibility({ operations, diagnostics });
  // Missing files have their own section.
  const limits = all.filter(({ diagnostic }) => diagnostic.code !== 'LOAD_FAILED');
  if (operations.length === 0 && limits.length === 0) return null;
  return (
    <Section title="Compatibility" {...(operations.length === 0 ? {} : { description: summary })}>
      {limits.length > 0 && <FindingList findings={limits} />}
    </Section>
  );
}
