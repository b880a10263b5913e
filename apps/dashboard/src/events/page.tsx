import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { itemsOf } from '../api/requests/pages.js';
import { pages } from '../api/requests/query.js';
import { useChange } from '../api/requests/use-change.js';
import { NextPage } from '../components/forms/next-page.js';
import { ButtonLink } from '../components/layout/links.js';
import { PageHeader } from '../components/layout/page-header.js';
import { EmptyState } from '../components/notices/empty-state.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { PageLoading } from '../shell/page-loading.js';
import { EventList } from './event-list.js';

const route = getRouteApi('/owner/events');

/** The events of the account. Which events are shown is in the URL. */
export function EventsPage() {
  const { unread } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInfiniteQuery(pages('/api/manage/events', { query: unread === true ? { unread } : {} }));
  const { items, total } = itemsOf(list.data, (page) => page.events);
  const markRead = useChange('put', '/api/manage/events/read');
  const newest = items?.[0];
  const hasUnread = items?.some(({ readAt }) => readAt === null) === true;
  return (
    <Stack gap="lg">
      <PageHeader
        title="Events"
        description="Quotas, keys, revisions, services that fail, and changes by administrators. Kept for 90 days."
        actions={
          <Group gap="sm">
            <ButtonLink to="/events/webhooks" variant="default">
              Webhooks
            </ButtonLink>
            {hasUnread && newest !== undefined && (
              <Button
                variant="default"
                loading={markRead.isPending}
                onClick={() =>
                  markRead.mutate(
                    { body: { until: newest.createdAt } },
                    { onSuccess: () => showDone('Events marked as read') },
                  )
                }
              >
                Mark all as read
              </Button>
            )}
          </Group>
        }
      />
      <SegmentedControl
        aria-label="Show"
        value={unread === true ? 'unread' : 'all'}
        onChange={(value) =>
          void navigate({ search: value === 'unread' ? { unread: true } : {}, resetScroll: false })
        }
        data={[
          { value: 'all', label: 'All' },
          { value: 'unread', label: 'Unread' },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      <ErrorNotice error={markRead.error} />
      {items === undefined && list.error === null && <PageLoading />}
      {items?.length === 0 && unread !== true && (
        <EmptyState icon={<IconBell size={28} stroke={1.6} />} title="No events yet">
          You will see here when a quota runs out, a key expires or a service stops responding.
        </EmptyState>
      )}
      {items?.length === 0 && unread === true && (
        <Text size="sm" role="status">
          No unread event.
        </Text>
      )}
      {items !== undefined && items.length > 0 && (
        <EventList events={items} onRead={(id) => markRead.mutate({ body: { ids: [id] } })} />
      )}
      <NextPage key={String(unread)} list={list} shown={items?.length} total={total} />
    </Stack>
  );
}
