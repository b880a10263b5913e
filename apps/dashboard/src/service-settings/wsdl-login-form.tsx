import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSave } from '../api/requests/use-change.js';
import type { ServiceDetail } from '../api/services.js';
import { AccessFields, credentialsOf, type FetchAccess } from '../components/forms/access-fields.js';
import { SecretActions } from '../components/forms/secret-actions.js';
import { useUnsaved } from '../components/forms/unsaved.js';
import { useBase } from '../components/forms/use-base.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';

const EMPTY: FetchAccess = { kind: 'basic', name: '', secret: '' };

/** The stored login at the server of the WSDL, for checks. Write-only, like credentials. */
export function WsdlLoginForm({ service: { serviceId, secrets } }: { readonly service: ServiceDetail }) {
  const [editing, setEditing] = useState(false);
  const [access, setAccess] = useState(EMPTY);
  const set = useSave('put', '/api/manage/services/{serviceId}/wsdl-login', {
    path: { serviceId },
    read: { etag: useBase(secrets.etags.wsdlLogin, editing) },
  });
  useUnsaved(editing && (access.name !== '' || access.secret !== ''));
  const credentials = credentialsOf(access);

  const close = () => {
    setEditing(false);
    setAccess(EMPTY);
  };
  function save(event: FormEvent) {
    event.preventDefault();
    if (credentials === undefined) return;
    set.mutate(credentials, {
      onSuccess: () => {
        close();
        showDone('WSDL login saved');
      },
    });
  }
  if (!editing) {
    return (
      <Stack gap="xs">
        <Text size="sm">
          {secrets.wsdlLogin
            ? 'Login for the WSDL stored; can’t be viewed.'
            : 'No login for the WSDL. If it is on the server of the SOAP service, the service’s credentials are sent.'}
        </Text>
        <ErrorNotice error={set.error} />
        <SecretActions
          what="WSDL login"
          isStored={secrets.wsdlLogin}
          isRemoving={set.isPending}
          onEdit={() => setEditing(true)}
          onRemove={() => set.mutate(null, { onSuccess: () => showDone('WSDL login removed') })}
        />
      </Stack>
    );
  }
  return (
    <form noValidate onSubmit={save}>
      <Stack gap="md" maw={560}>
        <ErrorNotice error={set.error} />
        <AccessFields access={access} onChange={setAccess} required />
        <Group gap="sm">
          <Button type="submit" loading={set.isPending} disabled={credentials === undefined}>
            Save WSDL login
          </Button>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
