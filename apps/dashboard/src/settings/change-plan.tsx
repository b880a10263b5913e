import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { readAccount } from '../api/account.js';
import type { Plan } from '../api/plans.js';
import { useSave } from '../api/requests/use-change.js';
import { useSession } from '../api/session.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { useBase } from '../components/forms/use-base.js';
import { showDone } from '../components/notices/show-done.js';

/** Changes the plan of the account to `name`, after confirmation. */
export function ChangePlan({
  name,
  current,
}: {
  readonly name: Plan['name'];
  readonly current: Plan['name'];
}) {
  const [asking, setAsking] = useState(false);
  const change = useSave('put', '/api/manage/account/plan', {
    read: readAccount(useBase(useSession(), asking)),
    reloads: [['session']],
  });
  const label = name === current ? `Stay on ${name}` : `Switch to ${name}`;
  const close = () => {
    change.reset();
    setAsking(false);
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={close}
        title={`${label}?`}
        confirm={label}
        tone="plain"
        pending={change.isPending}
        error={change.error}
        onConfirm={() =>
          change.mutate(
            { plan: name },
            {
              onSuccess: () => {
                close();
                showDone('Plan updated');
              },
            },
          )
        }
      >
        <Text size="sm">
          An upgrade starts a new billing period now. A downgrade takes effect when the current period ends.
        </Text>
      </ConfirmDialog>
    </>
  );
}
