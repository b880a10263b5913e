import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type AdministeredAccount, useUpdateAccount } from '../api/administration.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { useBase } from '../components/forms/use-base.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';

/** Suspends an account after a confirmation, and resumes it. */
export function SuspendSection({ read }: { readonly read: AdministeredAccount }) {
  const {
    status,
    account: { name, closesAt },
  } = read;
  const [asking, setAsking] = useState(false);
  const update = useUpdateAccount(useBase(read, asking));
  const close = () => {
    update.reset();
    setAsking(false);
  };
  return (
    <Section
      title="Suspension"
      description="A suspended account keeps its data; its API keys and logins stop working."
      tone="danger"
    >
      {!asking && <ErrorNotice error={update.error} />}
      <Group>
        {status === 'active' ? (
          <Button color="red" variant="outline" onClick={() => setAsking(true)}>
            Suspend account
          </Button>
        ) : (
          <Button
            variant="default"
            loading={update.isPending}
            onClick={() =>
              update.mutate({ status: 'active' }, { onSuccess: () => showDone('Account resumed') })
            }
          >
            {closesAt === null ? 'Resume account' : 'Keep account'}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={close}
        title={`Suspend “${name}”?`}
        confirm="Suspend account"
        pending={update.isPending}
        error={update.error}
        onConfirm={() =>
          update.mutate(
            { status: 'suspended' },
            {
              onSuccess: () => {
                close();
                showDone('Account suspended');
              },
            },
          )
        }
      >
        <Text size="sm">All its calls fail with 401 until you resume it.</Text>
      </ConfirmDialog>
    </Section>
  );
}
