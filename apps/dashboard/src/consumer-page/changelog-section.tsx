import { Anchor, Badge, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { formatDay } from '../text/format.js';
import classes from './page.module.css';
import { changelogQuery, type PagePlace } from './visit.js';

/** The changes of published revisions, newest first, with links to the feeds. */
export function ChangelogSection({ place }: { readonly place: PagePlace }) {
  const { data, error, refetch } = useQuery(changelogQuery(place));
  const base = `/api/pages/${encodeURIComponent(place.first)}/${encodeURIComponent(place.second)}`;
  return (
    <Section
      title="Changelog"
      description={
        <>
          What published versions changed for clients. Follow it as{' '}
          <Anchor href={`${base}/changes.atom`} inherit underline="always">
            Atom
          </Anchor>{' '}
          or{' '}
          <Anchor href={`${base}/changes.json`} inherit underline="always">
            JSON feed
          </Anchor>
          .
        </>
      }
    >
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && (
        <Text size="sm" role="status">
          Loading the changes…
        </Text>
      )}
      {data?.items.map(
        ({ id, date_published, content_text, _soapstone: { revision, again, breaking, changes } }) => (
          <Stack key={id} gap={4}>
            <Group gap="xs">
              <Title order={3}>{formatDay(date_published)}</Title>
              <Text size="sm">
                Revision {revision}
                {again && ' again'}
              </Text>
              {breaking && (
                <Badge variant="light" color="red" tt="none">
                  Breaking
                </Badge>
              )}
            </Group>
            {changes === null ? (
              <Text size="sm">{content_text}</Text>
            ) : (
              <List size="sm">
                {changes.map(({ operation, text, breaking: breaks }) => (
                  <List.Item key={`${operation} ${text}`} className={classes['text'] ?? ''}>
                    <b>{operation}</b>: {text}
                    {breaks && ' (breaking)'}
                  </List.Item>
                ))}
              </List>
            )}
          </Stack>
        ),
      )}
    </Section>
  );
}
