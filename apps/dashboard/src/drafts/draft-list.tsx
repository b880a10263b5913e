import { Group, Text } from '@mantine/core';
import type { ListedDraft } from '../api/drafts.js';
import { ButtonLink } from '../components/layout/links.js';
import { Section } from '../components/layout/section.js';
import { formatMoment } from '../text/format.js';
import { DiscardButton } from './discard-button.js';
import classes from './drafts.module.css';

/** Unpublished imports. */
export function DraftList({ drafts }: { readonly drafts: readonly ListedDraft[] }) {
  if (drafts.length === 0) return null;
  return (
    <Section title="Not published yet" description="Kept for a week after the last change.">
      <ul className={classes['operations']}>
        {drafts.map((draft) => (
          <li key={draft.draftId}>
            <Group justify="space-between" gap="sm">
              <div className={classes['text']}>
                <Text fw={550} dir="auto">
                  {draft.name}
                </Text>
                <Text size="sm" c="dimmed">
                  {draft.source}, kept until {formatMoment(draft.expiresAt)}
                </Text>
              </div>
              <Group gap="xs">
                <ButtonLink
                  to="/services/drafts/$draftId"
                  params={{ draftId: draft.draftId }}
                  size="xs"
                  variant="default"
                  aria-label={`Continue with ${draft.name}`}
                >
                  Continue
                </ButtonLink>
                <DiscardButton draft={draft} size="xs">
                  Discard
                </DiscardButton>
              </Group>
            </Group>
          </li>
        ))}
      </ul>
    </Section>
  );
}
