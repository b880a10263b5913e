import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Key } from '../api/keys.js';
import { useChange } from '../api/requests/use-change.js';
import { FormActions } from '../components/forms/form-actions.js';
import { SecretDialog } from '../components/forms/secret-dialog.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { newKey } from './new-key.js';

/** How long the old secret may still work, in seconds. */
const OVERLAPS = [
  { value: '0', label: 'Not at all' },
  { value: '3600', label: 'One hour' },
  { value: '86400', label: 'One day' },
  { value: '604800', label: 'A week' },
  { value: '2592000', label: '30 days' },
];

/** Replaces the secret of a key, then shows the new one, which is never shown again. */
export function RollKeyDialog({ apiKey, onClose }: { readonly apiKey: Key; readonly onClose: () => void }) {
  const roll = useChange('post', '/api/manage/keys/{keyId}/roll');
  const [overlap, setOverlap] = useState('86400');
  return (
    <SecretDialog title={`Roll “${apiKey.name}”`} secret={newKey(roll.data?.key)} onClose={onClose}>
      {(close) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            roll.mutate({ path: { keyId: apiKey.id }, body: { overlapSeconds: Number(overlap) } });
          }}
        >
          <Stack gap="md">
            <Text size="sm">The key gets a new secret and keeps its limits and statistics.</Text>
            <Select
              label="Old secret still works"
              data={OVERLAPS}
              allowDeselect={false}
              value={overlap}
              onChange={(value) => setOverlap(value ?? '0')}
            />
            <ErrorNotice error={roll.error} />
            <FormActions submit="Roll key" pending={roll.isPending} onCancel={close} />
          </Stack>
        </form>
      )}
    </SecretDialog>
  );
}
