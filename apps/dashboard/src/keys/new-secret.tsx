import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CopyLine } from '../components/show/copy-line.js';

/** Shows a key that is never shown again. */
export function NewSecret({ value, onClose }: { readonly value: string; readonly onClose: () => void }) {
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="The key is shown only once">
        The gateway stores only a hash. Anyone with this key can call your services.
      </Alert>
      <CopyLine value={value} what="the key" />
      <Group justify="flex-end">
        <Button onClick={onClose}>I’ve copied it</Button>
      </Group>
    </Stack>
  );
}
