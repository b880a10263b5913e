import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSave } from '../api/requests/use-change.js';
import type { ServiceDetail } from '../api/services.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { useBase } from '../components/forms/use-base.js';
import { Section } from '../components/layout/section.js';
import { PolicyNotice } from '../components/notices/policy-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { titleOf } from './credential-kinds.js';
import { CredentialsForm } from './credentials-form.js';

/** The credentials that the gateway sends to the service. Write-only: stored ones are listed by name and never shown. */
export function CredentialsSection({ service }: { readonly service: ServiceDetail }) {
  const { serviceId, secrets, ports } = service;
  const demands = ports.find(({ exposed, security }) => exposed && security !== null)?.security ?? undefined;
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const set = useSave('put', '/api/manage/services/{serviceId}/credentials', {
    path: { serviceId },
    read: { etag: useBase(secrets.etags.credentials, editing || removing) },
  });
  return (
    <Section
      title="Credentials"
      description="Used by the gateway to sign in to the SOAP service. Hidden from clients; can’t be viewed after saving."
    >
      {secrets.credentials ? (
        <Group gap="xs">
          <Text size="sm">Stored:</Text>
          {secrets.credentialKinds.map((kind) => (
            <Badge key={kind} variant="light" tt="none">
              {titleOf(kind)}
            </Badge>
          ))}
          {secrets.certificates
            .filter(({ endsSoon }) => endsSoon)
            .map(({ kind, subject, validTo }) => (
              <Badge key={`${kind} ${subject}`} variant="light" color="orange" tt="none">
                {`${titleOf(kind)}: ${subject} expires ${validTo.slice(0, 10)}`}
              </Badge>
            ))}
        </Group>
      ) : (
        <Text size="sm">None.</Text>
      )}
      {demands !== undefined && !editing && !secrets.credentials && <PolicyNotice demands={demands} />}
      {editing ? (
        <CredentialsForm
          error={set.error}
          saving={set.isPending}
          replaces={secrets.credentials}
          demands={demands}
          onCancel={() => setEditing(false)}
          onSave={(profile) =>
            set.mutate(profile, {
              onSuccess: () => {
                setEditing(false);
                showDone('Credentials saved. Test the connection.');
              },
            })
          }
        />
      ) : (
        <Group gap="sm">
          <Button variant="default" onClick={() => setEditing(true)}>
            {secrets.credentials ? 'Replace credentials' : 'Add credentials'}
          </Button>
          {secrets.credentials && (
            <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
              Remove
            </Button>
          )}
        </Group>
      )}
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title="Remove credentials?"
        confirm="Remove"
        pending={set.isPending}
        error={set.error}
        onConfirm={() =>
          set.mutate(null, {
            onSuccess: () => {
              setRemoving(false);
              showDone('Credentials removed');
            },
          })
        }
      >
        <Stack gap="xs">
          <Text>The gateway will call the service without credentials. Your clients’ calls may fail.</Text>
        </Stack>
      </ConfirmDialog>
    </Section>
  );
}
