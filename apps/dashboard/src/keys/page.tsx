import { Button, Stack } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { keysQuery } from '../api/keys.js';
import { EmptyState } from '../components/empty-state.js';
import { ErrorNotice } from '../components/error-notice.js';
import { PageHeader } from '../components/page-header.js';
import { PageLoading } from '../shell/page-loading.js';
import { CreateKeyDialog } from './create-key-dialog.js';
import { KeyList } from './key-list.js';

const route = getRouteApi('/owner/keys');

/** The keys of the account: created here, shown once, revoked permanently. */
export function KeysPage() {
  const { data: keys, error, refetch } = useQuery(keysQuery);
  const { create: creating = false } = route.useSearch();
  const navigate = route.useNavigate();
  const create = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => void navigate({ search: { create: true } })}
    >
      Create API key
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageHeader
        title="API keys"
        description="Clients send a key in the X-API-Key header. Give each client its own key, so you can revoke one without the others."
        actions={keys !== undefined && keys.length > 0 && create}
      />
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {keys === undefined && error === null && <PageLoading />}
      {keys?.length === 0 && (
        <EmptyState icon={<IconKey size={28} stroke={1.6} />} title="No API keys yet" action={create}>
          Every call needs a key. Create one for each client.
        </EmptyState>
      )}
      {keys !== undefined && keys.length > 0 && <KeyList keys={keys} />}
      <CreateKeyDialog opened={creating} onClose={() => void navigate({ search: {} })} />
    </Stack>
  );
}
