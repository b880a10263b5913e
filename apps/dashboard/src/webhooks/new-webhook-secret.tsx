import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CopyLine } from '../components/show/copy-line.js';

/** Shows the secret of a webhook, which is never shown again. */
export function NewWebhookSecret({
  value,
  onClose,
}: {
  readonly value: string;
  readonly onClose: () => void;
}) {
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="The secret is shown only once">
        Your receiver verifies with it that an event comes from this gateway.
      </Alert>
      <CopyLine value={value} what="the secret" />
      <Group justify="flex-end">
        <Button onClick={onClose}>I’ve copied it</Button>
      </Group>
    </Stack>
  );
}
