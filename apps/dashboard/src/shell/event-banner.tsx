import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { urgentQuery } from '../api/events.js';
import { useChange } from '../api/requests/use-change.js';
import { ButtonLink, PageLink } from '../components/layout/links.js';
import classes from './event-banner.module.css';

/** The newest important event that nobody has read, on every page but that of events. */
export function EventBanner() {
  const { data } = useQuery(urgentQuery);
  const markRead = useChange('put', '/api/manage/events/read');
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const event = data?.events[0];
  if (event === undefined || pathname === '/events') return null;
  const others = data!.total - 1;
  return (
    <Alert
      role="region"
      aria-label="Important event"
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      className={classes['banner'] ?? ''}
    >
      <Group justify="space-between" gap="sm">
        <Text fw={600} size="sm" flex="1 1 240px" className={classes['title'] ?? ''} dir="auto">
          <PageLink page={event.page}>{event.title}</PageLink>
        </Text>
        <Group gap="xs">
          {others > 0 && (
            <ButtonLink to="/events" search={{ unread: true }} size="xs" variant="default">
              {others === 1 ? '1 more event' : `${others} more events`}
            </ButtonLink>
          )}
          <Button
            size="xs"
            variant="default"
            loading={markRead.isPending}
            aria-label={`Mark as read: ${event.title}`}
            onClick={() => markRead.mutate({ body: { ids: [event.id] } })}
          >
            Mark as read
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
