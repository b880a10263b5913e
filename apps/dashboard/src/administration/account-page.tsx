import { Alert, Button, Group, Select, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type AdministeredAccount, useSetAdministrator, useUpdateAccount } from '../api/administration.js';
import { type Plan, plansQuery } from '../api/plans.js';
import { query } from '../api/requests/query.js';
import { useSession } from '../api/session.js';
import { TextLink } from '../components/layout/links.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { PageLoading } from '../shell/page-loading.js';
import { formatCount, formatDay } from '../text/format.js';
import { AuditSection } from './audit-section.js';
import { PasswordLinkDialog } from './password-link-dialog.js';
import { SuspendSection } from './suspend-section.js';

const route = getRouteApi('/owner/administration/accounts/$accountId');

/** One account: its plan and usage, its users, its status, its audit log. */
export function AccountPage() {
  const { accountId } = route.useParams();
  const { data, error, refetch } = useQuery(
    query('/api/admin/accounts/{accountId}', { path: { accountId } }),
  );
  const back = (
    <TextLink to="/administration" size="sm" underline="hover">
      ← Accounts
    </TextLink>
  );
  if (data === undefined) {
    if (error === null) return <PageLoading />;
    return (
      <Stack>
        {back}
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </Stack>
    );
  }
  const { account, status, createdAt, services } = data;
  const { plan, period, name } = account;
  return (
    <Stack gap="lg">
      {back}
      {status === 'suspended' && (
        <Alert
          color="red"
          title={
            account.closesAt === null
              ? 'This account is suspended'
              : `Its owner closed this account: it is deleted on ${formatDay(account.closesAt)}`
          }
        />
      )}
      <Section title={name} description={`${accountId} · created ${formatDay(createdAt)}`}>
        <Text size="sm">
          {formatCount(period.used)} of {formatCount(plan.callsPerPeriod)} calls used until{' '}
          {formatDay(period.end)} · {formatCount(services)} services
        </Text>
        <PlanForm read={data} />
      </Section>
      <UsersSection read={data} />
      <SuspendSection read={data} />
      <AuditSection accountId={accountId} />
    </Stack>
  );
}

function PlanForm({ read }: { readonly read: AdministeredAccount }) {
  const { plan } = read.account;
  const { data: offer } = useQuery(plansQuery);
  const update = useUpdateAccount(read);
  return (
    <Stack gap="xs">
      <ErrorNotice error={update.error} />
      <Select
        label="Plan"
        description={
          plan.next === null
            ? 'Upgrades apply immediately; downgrades at the next period.'
            : `Changes to ${plan.next.name} on ${formatDay(plan.next.at)}.`
        }
        maw={320}
        allowDeselect={false}
        data={offer?.plans.map(({ name }) => name) ?? [plan.name]}
        value={plan.name}
        disabled={update.isPending}
        onChange={(name) =>
          name !== null &&
          update.mutate({ plan: name as Plan['name'] }, { onSuccess: () => showDone('Plan updated') })
        }
      />
    </Stack>
  );
}

function UsersSection({ read }: { readonly read: AdministeredAccount }) {
  const { users } = read;
  const set = useSetAdministrator(read);
  const own = useSession().email;
  const [linkFor, setLinkFor] = useState<(typeof users)[number]>();
  return (
    <Section title="Users" description="Administrators manage every account of this gateway.">
      <ErrorNotice error={set.error} />
      {users.length === 0 && <Text size="sm">None: the account is used by its API keys only.</Text>}
      <Table.ScrollContainer minWidth={360} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Tbody>
            {users.map(({ userId, email, administrator, createdAt }) => (
              <Table.Tr key={userId}>
                <Table.Th scope="row" fw={500}>
                  {email}
                </Table.Th>
                <Table.Td>{administrator ? 'Administrator' : 'Owner'}</Table.Td>
                <Table.Td>
                  {email !== own && (
                    <Group justify="flex-end" gap="xs">
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={`Create password link: ${email}`}
                        onClick={() => setLinkFor({ userId, email, administrator, createdAt })}
                      >
                        Create password link
                      </Button>
                      <Button
                        size="xs"
                        variant="default"
                        loading={set.isPending}
                        aria-label={`${administrator ? 'Remove' : 'Make'} administrator: ${email}`}
                        onClick={() =>
                          set.mutate(
                            { userId, administrator: !administrator },
                            { onSuccess: () => showDone('User updated') },
                          )
                        }
                      >
                        {administrator ? 'Remove administrator' : 'Make administrator'}
                      </Button>
                    </Group>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {linkFor !== undefined && (
        <PasswordLinkDialog
          accountId={read.account.accountId}
          user={linkFor}
          onClose={() => setLinkFor(undefined)}
        />
      )}
    </Section>
  );
}
