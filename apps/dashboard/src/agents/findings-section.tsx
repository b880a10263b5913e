import { Anchor, List, Text } from '@mantine/core';
import type { AgentPreview } from '../api/agents.js';
import { Section } from '../components/layout/section.js';
import { groupFindings } from './group-findings.js';

const EFFECTS = {
  rejects: 'rejects the tool, and often the whole request',
  strict: 'rejects the tool in a mode that its user has to turn on',
  ignores: 'ignores a part of the schema, and mistakes are found when the tool is called',
} as const;

/** The limits of model vendors that offered operations exceed. */
export function FindingsSection({ preview }: { readonly preview: AgentPreview }) {
  const groups = groupFindings(preview.operations);
  return (
    <Section
      title="Limits of model vendors"
      description="Checked against limits that are publicly known. Operations that agents may not call are left out."
    >
      {groups.length === 0 ? (
        <Text size="sm">No known vendor rejects or ignores a part of these tools.</Text>
      ) : (
        <List size="sm" spacing="xs">
          {groups.map(({ limit, vendor, effect, source, operations, message }) => (
            <List.Item key={limit}>
              <strong>{vendor}</strong> {EFFECTS[effect]}: <bdi>{operations.slice(0, 3).join(', ')}</bdi>
              {operations.length > 3 && ` and ${operations.length - 3} more`} ({message}).{' '}
              <Anchor href={source} target="_blank" rel="noreferrer" underline="always" inherit>
                Source of {limit}
              </Anchor>
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}
