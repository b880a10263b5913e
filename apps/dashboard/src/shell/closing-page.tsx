import { Button, Center, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../api/requests/use-change.js';
import { useLogOut, useSession } from '../api/session.js';
import { PageHeader } from '../components/layout/page-header.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { formatMoment } from '../text/format.js';
import { Brand } from './brand.js';
import { ColorSchemeSwitch } from './color-scheme-switch.js';

/** The only page of an account that was closed: it can be kept until it is deleted. */
export function ClosingPage({ closesAt }: { readonly closesAt: string }) {
  const { account } = useSession();
  const keep = useChange('delete', '/api/manage/account/closing', {
    // Requests of other pages failed while the account was closed.
    reloads: [[]],
  });
  const logOut = useLogOut();
  const navigate = useNavigate();
  return (
    <Stack p="md" gap="xl">
      <Group component="header" justify="space-between">
        <Brand />
        <ColorSchemeSwitch />
      </Group>
      <Center component="main" id="main" tabIndex={-1}>
        <Stack w="100%" maw={520}>
          <PageHeader title="This account is closed" />
          <Text dir="auto">{account.name}</Text>
          <Text>
            It is deleted on {formatMoment(closesAt)} with its services, API keys and logs. Until then, calls
            are rejected with 401.
          </Text>
          <ErrorNotice error={keep.error} />
          <Group>
            <Button
              loading={keep.isPending}
              onClick={() => keep.mutate({}, { onSuccess: () => showDone('Account kept') })}
            >
              Keep account
            </Button>
            <Button component="a" variant="default" href="/api/manage/audit/export" download>
              Download audit log
            </Button>
            <Button
              variant="default"
              loading={logOut.isPending}
              onClick={() => logOut.mutate(undefined, { onSettled: () => void navigate({ to: '/log-in' }) })}
            >
              Log out
            </Button>
          </Group>
        </Stack>
      </Center>
    </Stack>
  );
}
