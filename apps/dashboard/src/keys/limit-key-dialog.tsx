import { Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { type Key, useLimitKey } from '../api/keys.js';
import { FormActions } from '../components/forms/form-actions.js';
import { useBase } from '../components/forms/use-base.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { OperationsInput, readOperations } from './operations-input.js';

/** Changes which operations a key may call. */
export function LimitKeyDialog({ apiKey, onClose }: { readonly apiKey: Key; readonly onClose: () => void }) {
  const limit = useLimitKey(useBase(apiKey, true));
  const [text, setText] = useState((apiKey.operations ?? []).join('\n'));
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Operations of “${apiKey.name}”`}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ title: { fontWeight: 650, fontSize: '1.125rem' } }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const done = () => {
            onClose();
            showDone('Key saved');
          };
          limit.mutate({ operations: readOperations(text) }, { onSuccess: done });
        }}
      >
        <Stack gap="md">
          <OperationsInput value={text} onChange={setText} />
          <ErrorNotice error={limit.error} />
          <FormActions submit="Save" pending={limit.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
