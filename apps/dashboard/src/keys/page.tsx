import { Button, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { itemsOf, useSettled } from '../api/requests/pages.js';
import { pages } from '../api/requests/query.js';
import { NextPage } from '../components/forms/next-page.js';
import { readListSearch, SearchInput } from '../components/forms/search-input.js';
import { PageHeader } from '../components/layout/page-header.js';
import { EmptyState } from '../components/notices/empty-state.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { PageLoading } from '../shell/page-loading.js';
import { CreateKeyDialog } from './create-key-dialog.js';
import { KeyList } from './key-list.js';

const route = getRouteApi('/owner/keys');

/** The days without use that the list of unused keys and their event are about. */
const UNUSED_DAYS = 90;
/** Shorter lists have no search. */
const WORTH_SEARCHING = 8;

/** The keys of the account: created here, shown once, revoked permanently. The search is in the URL. */
export function KeysPage() {
  const { create: creating = false, search = '', unused = false } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = { ...(search !== '' && { search }), ...(unused && { unusedDays: UNUSED_DAYS }) };
  const active = useInfiniteQuery(pages('/api/manage/keys', { query: { ...filter, revoked: false } }));
  const revoked = useInfiniteQuery(pages('/api/manage/keys', { query: { ...filter, revoked: true } }));
  const { shown, isSettled } = useSettled(
    {
      search,
      unused,
      keys: itemsOf(active.data, (page) => page.keys),
      old: itemsOf(revoked.data, (page) => page.keys),
    },
    active.isFetching || revoked.isFetching,
  );
  const { keys, old } = shown;
  const error = active.error ?? revoked.error;
  const isNone = shown.search === '' && !shown.unused && keys.total === 0 && old.total === 0;
  const isLoading = keys.total === undefined || old.total === undefined || (isNone && !isSettled);
  const isEmpty = isNone && isSettled && search === '' && !unused;
  const isSearchable = search !== '' || (keys.total ?? 0) + (old.total ?? 0) > WORTH_SEARCHING;
  const create = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => void navigate({ search: (present) => ({ ...present, create: true }) })}
    >
      Create API key
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageHeader
        title="API keys"
        description="Clients send a key in the X-API-Key header. Give each client its own key, so you can revoke one without the others."
        actions={!isLoading && !isEmpty && create}
      />
      <ErrorNotice
        error={error}
        onRetry={() => {
          void active.refetch();
          void revoked.refetch();
        }}
      />
      {isLoading && error === null && <PageLoading />}
      {isEmpty && (
        <EmptyState icon={<IconKey size={28} stroke={1.6} />} title="No API keys yet" action={create}>
          Every call needs a key. Create one for each client.
        </EmptyState>
      )}
      {!isLoading && !isEmpty && isSearchable && (
        <SearchInput
          label="Search API keys"
          placeholder="Key name"
          value={search}
          onSearch={(wanted) =>
            void navigate({
              search: { ...readListSearch({ search: wanted }), ...(unused && { unused }) },
              replace: true,
              resetScroll: false,
            })
          }
        />
      )}
      {!isLoading && !isEmpty && (
        <SegmentedControl
          aria-label="Show"
          value={unused ? 'unused' : 'all'}
          onChange={(value) =>
            void navigate({
              search: { ...readListSearch({ search }), ...(value === 'unused' && { unused: true }) },
              resetScroll: false,
            })
          }
          data={[
            { value: 'all', label: 'All' },
            { value: 'unused', label: `Unused for ${UNUSED_DAYS} days` },
          ]}
          style={{ alignSelf: 'flex-start' }}
        />
      )}
      {!isLoading && !isEmpty && keys.total === 0 && (
        <Text size="sm" role="status">
          {shown.search === ''
            ? shown.unused
              ? 'No unused key.'
              : 'No active key.'
            : `No active key matches “${shown.search}”.`}
        </Text>
      )}
      {!isLoading && keys.items !== undefined && keys.items.length > 0 && <KeyList keys={keys.items} />}
      <NextPage
        key={`active ${search} ${unused}`}
        list={active}
        shown={keys.items?.length}
        total={keys.total}
      />
      {!isLoading && !shown.unused && old.items !== undefined && old.items.length > 0 && (
        <>
          <Title order={2}>Revoked keys</Title>
          <KeyList keys={old.items} />
          <NextPage key={`revoked ${search}`} list={revoked} shown={old.items.length} total={old.total} />
        </>
      )}
      <CreateKeyDialog
        opened={creating}
        onClose={() => void navigate({ search: ({ create: _, ...present }) => present })}
      />
    </Stack>
  );
}
