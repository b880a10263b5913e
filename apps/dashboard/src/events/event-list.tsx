import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { AccountEvent } from '../api/events.js';
import { PageLink } from '../components/layout/links.js';
import { formatAgo, formatMoment } from '../text/format.js';
import classes from './event-list.module.css';

/** Events with the page where each can be acted on, and a button for those that nobody has read. */
export function EventList({
  events,
  onRead,
}: {
  readonly events: readonly AccountEvent[];
  readonly onRead: (id: string) => void;
}) {
  return (
    <ul className={classes['list']} aria-label="Events">
      {events.map((event) => (
        <EventItem key={event.id} event={event} onRead={onRead} />
      ))}
    </ul>
  );
}

function EventItem({
  event: { id, title, page, important, readAt, createdAt },
  onRead,
}: {
  readonly event: AccountEvent;
  readonly onRead: (id: string) => void;
}) {
  const isUnread = readAt === null;
  return (
    <li className={classes['item']} data-unread={isUnread}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} miw={0} flex="1 1 280px">
          <Group gap="xs">
            {isUnread && (
              <Badge variant="light" tt="none" color={important ? 'red' : 'soap'}>
                {important ? 'Important' : 'New'}
              </Badge>
            )}
            <Text size="sm" c="dimmed" title={formatMoment(createdAt)}>
              {formatAgo(createdAt, Date.now())}
            </Text>
          </Group>
          <Text fw={isUnread ? 600 : 400} className={classes['title'] ?? ''} dir="auto">
            <PageLink page={page}>{title}</PageLink>
          </Text>
        </Stack>
        {isUnread && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Mark as read: ${title}`}
            onClick={() => onRead(id)}
          >
            Mark as read
          </Button>
        )}
      </Group>
    </li>
  );
}
