import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation } from '../api/administration.js';
import { itemsOf } from '../api/requests/pages.js';
import { pages } from '../api/requests/query.js';
import { useChange } from '../api/requests/use-change.js';
import { NextPage } from '../components/forms/next-page.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { signUpRulesQuery } from '../sign-up/sign-up-rules.js';
import { formatDay } from '../text/format.js';
import { InviteDialog } from './invite-dialog.js';

/** Who else may sign up, by `SIGN_UP`. */
const SIGN_UP = {
  open: 'Sign-up is open to everyone.',
  domain: 'Some email domains can sign up without one.',
  invitation: 'Nobody can sign up without one.',
  closed: 'Sign-up is closed, except for administrators.',
} as const;

/** Invitation links for signing up. */
export function InvitationsPage() {
  const { data: rules } = useQuery(signUpRulesQuery);
  const list = useInfiniteQuery(pages('/api/admin/invitations'));
  const { items: invitations, total } = itemsOf(list.data, (page) => page.invitations);
  const [inviting, setInviting] = useState(false);
  return (
    <Section
      title="Invitations"
      description={`An invitation is a link that works once. ${SIGN_UP[rules?.mode ?? 'open']}`}
      actions={<Button onClick={() => setInviting(true)}>Create invitation</Button>}
    >
      <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      {invitations?.length === 0 && <Text size="sm">No invitations yet.</Text>}
      <Table.ScrollContainer minWidth={460} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Tbody>
            {invitations?.map((invitation) => (
              <InvitationLine key={invitation.id} invitation={invitation} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <NextPage list={list} shown={invitations?.length} total={total} />
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} />
    </Section>
  );
}

function InvitationLine({ invitation }: { readonly invitation: Invitation }) {
  const remove = useChange('delete', '/api/admin/invitations/{invitationId}');
  const { id, role, email, plan, createdAt, expiresAt, usedAt } = invitation;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        <Stack gap={0}>
          {email ?? 'Anyone with the link'}
          <Text size="xs" c="dimmed">
            {role === 'administrator' ? 'Administrator' : 'Owner'}
            {plan === null ? '' : ` · ${plan} plan`} · created {formatDay(createdAt)}
          </Text>
        </Stack>
      </Table.Th>
      <Table.Td>
        <State expiresAt={expiresAt} usedAt={usedAt} />
      </Table.Td>
      <Table.Td>
        <ErrorNotice error={remove.error} />
        <Group justify="flex-end">
          <Button
            size="xs"
            variant="default"
            loading={remove.isPending}
            aria-label={`Delete the invitation for ${email ?? 'anyone'} of ${formatDay(createdAt)}`}
            onClick={() =>
              remove.mutate(
                { path: { invitationId: id } },
                { onSuccess: () => showDone('Invitation deleted') },
              )
            }
          >
            Delete
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function State({ expiresAt, usedAt }: Pick<Invitation, 'expiresAt' | 'usedAt'>) {
  if (usedAt !== null) return <Text size="sm">Used on {formatDay(usedAt)}</Text>;
  if (Date.parse(expiresAt) > Date.now()) return <Text size="sm">Valid until {formatDay(expiresAt)}</Text>;
  return (
    <Badge variant="light" color="gray" tt="none">
      Expired
    </Badge>
  );
}
