import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UserSession } from '../api/account.js';
import { query } from '../api/requests/query.js';
import { useChange } from '../api/requests/use-change.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { formatAgo, formatMoment } from '../text/format.js';
import classes from './sessions-section.module.css';

/** The sessions of the person, with a button to end each. */
export function SessionsSection() {
  const { data, error, refetch } = useQuery(query('/api/manage/sessions'));
  const sessions = data?.sessions;
  const endOthers = useChange('delete', '/api/manage/sessions');
  const others = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <Section
      title="Sessions"
      description="Sessions end after 30 minutes without use, and after 12 hours."
      actions={
        others.length > 0 && (
          <Button
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate({}, { onSuccess: () => showDone('Other sessions logged out') })}
          >
            Log out other sessions
          </Button>
        )
      }
    >
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      <ErrorNotice error={endOthers.error} />
      <ul className={classes['list']}>
        {sessions?.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
    </Section>
  );
}

function SessionLine({ session }: { readonly session: UserSession }) {
  const end = useChange('delete', '/api/manage/sessions/{sessionId}');
  return (
    <li className={classes['item']}>
      <Group justify="space-between" gap="sm">
        <Stack gap={0}>
          <Group gap="xs">
            <Text size="sm">Since {formatMoment(session.createdAt)}</Text>
            {session.current && (
              <Badge variant="light" tt="none" size="sm">
                This session
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            Last used {formatAgo(session.lastSeenAt, Date.now())}
          </Text>
        </Stack>
        {!session.current && (
          <Button
            size="xs"
            variant="default"
            loading={end.isPending}
            aria-label={`Log out the session since ${formatMoment(session.createdAt)}`}
            onClick={() =>
              end.mutate(
                { path: { sessionId: session.id } },
                { onSuccess: () => showDone('Session logged out') },
              )
            }
          >
            Log out
          </Button>
        )}
      </Group>
      <ErrorNotice error={end.error} />
    </li>
  );
}
