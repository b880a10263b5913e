import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Key, useRevokeKey } from '../api/keys.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { useOnce } from '../components/forms/use-once.js';
import { showDone } from '../components/notices/show-done.js';
import { formatAgo, formatDay } from '../text/format.js';
import classes from './key-list.module.css';
import { LimitKeyDialog } from './limit-key-dialog.js';
import { RollKeyDialog } from './roll-key-dialog.js';

/** Keys, with buttons for the active ones. */
export function KeyList({ keys }: { readonly keys: readonly Key[] }) {
  const [revoking, setRevoking] = useState<Key>();
  const [limiting, setLimiting] = useState<Key>();
  const [rolling, setRolling] = useState<Key>();
  const revoke = useRevokeKey(revoking);
  const close = () => {
    revoke.reset();
    setRevoking(undefined);
  };
  const confirm = useOnce(async ({ name }: Key) => {
    try {
      // Without its last active key, the list unmounts before the promise resolves, and callbacks of `mutate` would be dropped.
      await revoke.mutateAsync(null);
    } catch {
      return; // The dialog shows the error.
    }
    close();
    showDone(`“${name}” revoked`);
  });
  return (
    <>
      <ul className={classes['list']}>
        {keys.map((key) => (
          <KeyItem
            key={key.id}
            apiKey={key}
            onLimit={() => setLimiting(key)}
            onRoll={() => setRolling(key)}
            onRevoke={() => setRevoking(key)}
          />
        ))}
      </ul>
      {limiting !== undefined && (
        <LimitKeyDialog key={limiting.id} apiKey={limiting} onClose={() => setLimiting(undefined)} />
      )}
      {rolling !== undefined && (
        <RollKeyDialog key={rolling.id} apiKey={rolling} onClose={() => setRolling(undefined)} />
      )}
      <ConfirmDialog
        opened={revoking !== undefined}
        onClose={close}
        title={`Revoke “${revoking?.name ?? ''}”?`}
        confirm="Revoke key"
        pending={revoke.isPending}
        error={revoke.error}
        onConfirm={() => revoking !== undefined && confirm(revoking)}
      >
        <Text size="sm">Clients that use this key get 401 within a second. This can’t be undone.</Text>
      </ConfirmDialog>
    </>
  );
}

function KeyItem({
  apiKey,
  onLimit,
  onRoll,
  onRevoke,
}: {
  readonly apiKey: Key;
  readonly onLimit: () => void;
  readonly onRoll: () => void;
  readonly onRevoke: () => void;
}) {
  const { name, hint, purpose, createdAt, lastUsedAt, lastUsedFrom, revokedAt, expiresAt } = apiKey;
  const from = lastUsedFrom === null ? '' : ` from ${lastUsedFrom}`;
  const used = lastUsedAt === null ? 'never used' : `last used ${formatAgo(lastUsedAt, Date.now())}${from}`;
  const hasEnded = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const { operations, readOnly, addresses, callsPerMinute, callsPerPeriod, previousUntil, token } = apiKey;
  const isRolling = previousUntil !== null && Date.parse(previousUntil) > Date.now();
  return (
    <li className={classes['item']} data-revoked={isRevoked(apiKey)}>
      <Stack gap={4} miw={0}>
        <Group gap="xs">
          <Text fw={600} className={classes['name'] ?? ''} dir="auto">
            {name}
          </Text>
          {token === null && <code className={classes['hint']}>{hint}</code>}
          {token !== null && (
            <Badge variant="light" tt="none" title={[token.issuer, ...token.scopes].join(' ')}>
              Tokens of {token.issuer}
            </Badge>
          )}
          {purpose === 'management' && (
            <Badge variant="light" color="gray" tt="none">
              Management
            </Badge>
          )}
          {operations !== null && (
            <Badge variant="light" tt="none" title={operations.join(', ')}>
              {operations.length === 1 ? operations[0] : `${operations.length} operations`}
            </Badge>
          )}
          {readOnly && (
            <Badge variant="light" tt="none">
              Read only
            </Badge>
          )}
          {addresses !== null && (
            <Badge variant="light" tt="none" title={addresses.join(', ')}>
              {addresses.length === 1 ? addresses[0] : `${addresses.length} networks`}
            </Badge>
          )}
          {(callsPerMinute !== null || callsPerPeriod !== null) && (
            <Badge variant="light" tt="none">
              Own limits
            </Badge>
          )}
          {revokedAt === null && hasEnded && (
            <Badge variant="light" color="red" tt="none">
              Expired
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
          {revokedAt === null &&
            expiresAt !== null &&
            ` · ${hasEnded ? 'ended' : 'ends'} ${formatDay(expiresAt)}`}
          {revokedAt === null && isRolling && ` · old secret works until ${formatDay(previousUntil)}`}
        </Text>
      </Stack>
      {revokedAt === null && (
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" size="xs" onClick={onLimit} aria-label={`Limit ${name}`}>
            Limit
          </Button>
          {token === null && (
            <Button variant="default" size="xs" onClick={onRoll} aria-label={`Roll ${name}`}>
              Roll
            </Button>
          )}
          <Button variant="default" size="xs" onClick={onRevoke} aria-label={`Revoke ${name}`}>
            Revoke
          </Button>
        </Group>
      )}
    </li>
  );
}

function isRevoked({ revokedAt }: Key): boolean {
  return revokedAt !== null;
}
