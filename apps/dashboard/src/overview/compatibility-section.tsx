import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ServiceDetail } from '../api/services.js';
import { Section } from '../components/layout/section.js';
import { formatPlural } from '../text/format.js';
import { judgeCompatibility } from './compatibility.js';
import classes from './compatibility-section.module.css';
import { FindingList } from './finding-list.js';

/** How well the service is supported: what works fully, what does not, and why. */
export function CompatibilitySection({ service }: { readonly service: ServiceDetail }) {
  const { summary, limited, limits, notes } = judgeCompatibility(service);
  const fine = limited.length === 0 && limits.length === 0;
  return (
    <Section title="Compatibility" description={`Read from ${service.source}`}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {fine ? (
          <IconCircleCheck className={classes['fine'] ?? ''} aria-hidden />
        ) : (
          <IconAlertTriangle className={classes['limited'] ?? ''} aria-hidden />
        )}
        <Text fw={550}>{summary}</Text>
      </Group>
      {limits.length > 0 && <FindingList findings={limits} />}
      {notes.length > 0 && (
        <details className={classes['notes']}>
          <summary>{formatPlural(notes.length, 'note')} (no action needed)</summary>
          <FindingList findings={notes} areNotes />
        </details>
      )}
    </Section>
  );
}
