import { Badge, Button, Code, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { StoredDesign } from '../api/design.js';
import { useChange } from '../api/requests/use-change.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { FormActions } from '../components/forms/form-actions.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { DataTable } from '../components/show/data-table.js';
import { secretNames } from '../design-file/secret-names.js';

/** The secrets that the file names, and others that are stored: each set or missing, and never shown. */
export function SecretsSection({
  serviceId,
  stored,
  json,
}: {
  readonly serviceId: string;
  readonly stored: StoredDesign;
  /** The edited design. */
  readonly json: string | undefined;
}) {
  const [setting, setSetting] = useState<string>();
  const [removing, setRemoving] = useState<string>();
  const used = new Set(secretNames(json ?? stored.json));
  const kept = new Set(stored.secrets.filter((each) => each.stored).map(({ name }) => name));
  const names = [...new Set([...used, ...kept])].sort();
  return (
    <Section
      title="Secrets"
      description="The values of { secret: … } in the file. Sealed when you save them; can’t be viewed afterwards. Replacing one needs no revision."
    >
      {names.length === 0 ? (
        <Text size="sm">The file names no secret.</Text>
      ) : (
        <DataTable minWidth={280} columns={['Name', 'State', { name: 'Change', kind: 'hidden' }]}>
          {names.map((name) => (
            <tr key={name}>
              <td>
                <Code>{name}</Code>
              </td>
              <td>
                <Group gap={6}>
                  {kept.has(name) ? (
                    <Badge color="soap" variant="light" tt="none">
                      Set
                    </Badge>
                  ) : (
                    <Badge color="red" variant="light" tt="none">
                      Missing
                    </Badge>
                  )}
                  {!used.has(name) && (
                    <Badge color="gray" variant="light" tt="none">
                      Not used
                    </Badge>
                  )}
                </Group>
              </td>
              <td>
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`${kept.has(name) ? 'Replace' : 'Set'} ${name}`}
                    onClick={() => setSetting(name)}
                  >
                    {kept.has(name) ? 'Replace' : 'Set'}
                  </Button>
                  {kept.has(name) && (
                    <Button
                      size="xs"
                      variant="subtle"
                      color="red"
                      aria-label={`Remove ${name}`}
                      onClick={() => setRemoving(name)}
                    >
                      Remove
                    </Button>
                  )}
                </Group>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {setting !== undefined && (
        <SetDialog serviceId={serviceId} name={setting} onClose={() => setSetting(undefined)} />
      )}
      {removing !== undefined && (
        <RemoveDialog serviceId={serviceId} name={removing} onClose={() => setRemoving(undefined)} />
      )}
    </Section>
  );
}

interface DialogProps {
  readonly serviceId: string;
  readonly name: string;
  readonly onClose: () => void;
}

function SetDialog({ serviceId, name, onClose }: DialogProps) {
  const [value, setValue] = useState('');
  const set = useChange('put', '/api/manage/services/{serviceId}/design/secrets/{secret}');
  return (
    <Modal opened onClose={onClose} title={`Set ${name}`}>
      <form
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          if (value === '') return;
          set.mutate(
            { path: { serviceId, secret: name }, body: { value } },
            {
              onSuccess: () => {
                onClose();
                showDone('Secret saved');
              },
            },
          );
        }}
      >
        <Stack gap="md">
          <PasswordInput
            label="Value"
            description="Used for every call from now on."
            data-autofocus
            autoComplete="new-password"
            maxLength={16_384}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <ErrorNotice error={set.error} />
          <FormActions
            submit="Save secret"
            pending={set.isPending}
            disabled={value === ''}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

function RemoveDialog({ serviceId, name, onClose }: DialogProps) {
  const remove = useChange('delete', '/api/manage/services/{serviceId}/design/secrets/{secret}');
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Remove ${name}?`}
      confirm="Remove secret"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(
          { path: { serviceId, secret: name } },
          {
            onSuccess: () => {
              onClose();
              showDone('Secret removed');
            },
          },
        )
      }
    >
      <Text size="sm">Calls that need it fail until you set it again.</Text>
    </ConfirmDialog>
  );
}
