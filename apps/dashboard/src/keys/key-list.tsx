import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Key, useRevokeKey } from '../api/keys.js';
import { ConfirmDialog } from '../components/confirm-dialog.js';
import { formatAgo, formatDay } from '../components/format.js';
import { showDone } from '../components/show-done.js';
import classes from './key-list.module.css';

/** Active keys, followed by revoked ones. */
export function KeyList({ keys }: { readonly keys: readonly Key[] }) {
  const [revoking, setRevoking] = useState<Key>();
  const revoke = useRevokeKey();
  const close = () => {
    revoke.reset();
    setRevoking(undefined);
  };
  const sorted = [...keys].sort((one, other) => Number(isRevoked(one)) - Number(isRevoked(other)));
  return (
    <>
      <ul className={classes['list']}>
        {sorted.map((key) => (
          <KeyItem key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
        ))}
      </ul>
      <ConfirmDialog
        opened={revoking !== undefined}
        onClose={close}
        title={`Revoke “${revoking?.name ?? ''}”?`}
        confirm="Revoke key"
        pending={revoke.isPending}
        error={revoke.error}
        onConfirm={() => {
          if (revoking === undefined) return;
          revoke.mutate(revoking.id, {
            onSuccess: () => {
              close();
              showDone(`“${revoking.name}” revoked`);
            },
          });
        }}
      >
        <Text size="sm">Clients that use this key get 401 within a second. This can’t be undone.</Text>
      </ConfirmDialog>
    </>
  );
}

function KeyItem({ apiKey, onRevoke }: { readonly apiKey: Key; readonly onRevoke: () => void }) {
  const { name, hint, purpose, createdAt, lastUsedAt, revokedAt } = apiKey;
  const used = lastUsedAt === null ? 'never used' : `last used ${formatAgo(lastUsedAt, Date.now())}`;
  return (
    <li className={classes['item']} data-revoked={isRevoked(apiKey)}>
      <Stack gap={4} miw={0}>
        <Group gap="xs">
          <Text fw={600} className={classes['name'] ?? ''}>
            {name}
          </Text>
          <code className={classes['hint']}>{hint}</code>
          {purpose === 'management' && (
            <Badge variant="light" color="gray" tt="none">
              Management
            </Badge>
          )}
          {revokedAt !== null && (
            <Badge variant="light" color="red" tt="none">
              Revoked
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          Created {formatDay(createdAt)} ·{' '}
          {revokedAt === null ? used : `revoked ${formatAgo(revokedAt, Date.now())}`}
        </Text>
      </Stack>
      {revokedAt === null && (
        <Button variant="default" size="xs" onClick={onRevoke} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      )}
    </li>
  );
}

function isRevoked({ revokedAt }: Key): boolean {
  return revokedAt !== null;
}
