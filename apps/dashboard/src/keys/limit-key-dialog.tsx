import { Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Key, readKey } from '../api/keys.js';
import { beyondFields, problemOf } from '../api/requests/explain-error.js';
import { useSave } from '../api/requests/use-change.js';
import { FormActions } from '../components/forms/form-actions.js';
import { useBase } from '../components/forms/use-base.js';
import { useInvalidFocus } from '../components/forms/use-invalid-focus.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { draftOf, KEY_FIELDS, rulesOf } from './key-rules.js';
import { RulesFields } from './rules-fields.js';

/** Changes the name of a key, and what it may be used for. */
export function LimitKeyDialog({ apiKey, onClose }: { readonly apiKey: Key; readonly onClose: () => void }) {
  const base = useBase(apiKey, true);
  const change = useSave('patch', '/api/manage/keys/{keyId}', {
    path: { keyId: base.id },
    read: readKey(base),
  });
  const [name, setName] = useState(base.name);
  const [draft, setDraft] = useState(() => draftOf(base));
  const form = useInvalidFocus(change.error);
  return (
    <Modal opened onClose={onClose} title={<span dir="auto">{`Limits of “${base.name}”`}</span>} size="lg">
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          const done = () => {
            onClose();
            showDone('Key saved');
          };
          change.mutate({ name: name.trim(), ...rulesOf(draft, base.purpose, base) }, { onSuccess: done });
        }}
      >
        <Stack gap="md">
          <TextInput
            label="Name"
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={problemOf(change.error, '/name')}
          />
          <RulesFields
            purpose={base.purpose}
            value={draft}
            error={change.error}
            sent={change.variables ?? undefined}
            onChange={setDraft}
          />
          <ErrorNotice error={beyondFields(change.error, KEY_FIELDS)} />
          <FormActions
            submit="Save"
            pending={change.isPending}
            disabled={name.trim() === ''}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
