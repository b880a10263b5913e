import { Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../notices/error-notice.js';
import { FormActions } from './form-actions.js';

/** Asks for confirmation before an irreversible action. `confirm` is the label of the confirming button. */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  children,
  confirm,
  cancel = 'Cancel',
  pending,
  error,
  onConfirm,
  tone = 'danger',
  disabled = false,
  above = false,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly confirm: string;
  /** The label of the cancelling button. */
  readonly cancel?: string;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly tone?: 'danger' | 'plain';
  readonly disabled?: boolean;
  /** Whether it can open over another dialog or drawer. */
  readonly above?: boolean;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<span dir="auto">{title}</span>}
      {...(above ? { zIndex: 300 } : {})}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <Stack gap="md">
          {children}
          <ErrorNotice error={error} />
          <FormActions
            submit={confirm}
            cancel={cancel}
            color={tone === 'danger' ? 'red' : 'soap'}
            pending={pending}
            disabled={disabled}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
