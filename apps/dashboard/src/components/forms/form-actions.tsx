import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** The buttons at the end of a form in a dialog: one that leaves it, and one that sends it. */
export function FormActions({
  submit,
  cancel = 'Cancel',
  pending,
  disabled = false,
  color,
  onCancel,
}: {
  readonly submit: ReactNode;
  readonly cancel?: ReactNode;
  readonly pending: boolean;
  readonly disabled?: boolean;
  readonly color?: string;
  readonly onCancel: () => void;
}) {
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" loading={pending} disabled={disabled} {...(color !== undefined && { color })}>
        {submit}
      </Button>
    </Group>
  );
}
