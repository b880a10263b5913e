import { Button, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ProxyLogin } from '../api/connection.js';
import { problemOf } from '../api/requests/explain-error.js';
import { useSave } from '../api/requests/use-change.js';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { SecretActions } from '../components/forms/secret-actions.js';
import { SettingsForm } from '../components/forms/settings-form.js';
import { useUnsaved } from '../components/forms/unsaved.js';
import { useBase } from '../components/forms/use-base.js';
import { useSettings } from '../components/forms/use-settings.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';

/** The value of the choice that is not a proxy of the service's own: names never are empty. */
const DEFAULT = '';

/** The proxy that the service is called through, one of those that the operator offers, and the service's own login there. */
export function ProxySection({ service }: { readonly service: ServiceDetail }) {
  const { proxies, settings } = service;
  const { proxy } = settings;
  const form = useSettings({ proxy: proxy ?? DEFAULT }, {});
  const change = useChangeService(useBase(service, form.isDirty()));
  if (proxies.length === 0 && proxy === null) return null;
  // One that the gateway no longer has is shown too.
  const names = [...new Set([...proxies, ...(proxy === null ? [] : [proxy])])];
  return (
    <Section
      title="Proxy"
      description="How the gateway reaches this service, its WSDL and its token servers. The operator of the gateway names the proxies."
    >
      <SettingsForm
        form={form}
        change={change}
        changeOf={(chosen) => ({ settings: { proxy: chosen.proxy === DEFAULT ? null : chosen.proxy } })}
        done="Proxy saved"
      >
        <Select
          label="Proxy"
          data={[
            { value: DEFAULT, label: 'Gateway default' },
            ...names.map((name) => ({ value: name, label: name })),
          ]}
          allowDeselect={false}
          {...form.getInputProps('proxy')}
          error={problemOf(change.error, '/settings/proxy')}
        />
      </SettingsForm>
      <ProxyLoginForm service={service} />
    </Section>
  );
}

const KINDS = [
  { value: 'basic', label: 'User name and password' },
  { value: 'digest', label: 'User name and password (Digest)' },
  { value: 'ntlm', label: 'Windows account (NTLM)' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

const EMPTY = { username: '', password: '', domain: '' };

/** The login of the service at its proxy, in place of the operator's. Write-only, like credentials. */
function ProxyLoginForm({ service: { serviceId, secrets } }: { readonly service: ServiceDetail }) {
  const [editing, setEditing] = useState(false);
  const [kind, setKind] = useState<Kind>('basic');
  const [login, setLogin] = useState(EMPTY);
  const set = useSave('put', '/api/manage/services/{serviceId}/proxy-login', {
    path: { serviceId },
    read: { etag: useBase(secrets.etags.proxyLogin, editing) },
  });
  useUnsaved(editing && (login.username !== '' || login.password !== ''));

  const change = (part: Partial<typeof EMPTY>) => setLogin((current) => ({ ...current, ...part }));
  const close = () => {
    setEditing(false);
    setLogin(EMPTY);
  };
  function save(event: FormEvent) {
    event.preventDefault();
    set.mutate(bodyOf(kind, login), {
      onSuccess: () => {
        close();
        showDone('Proxy login saved');
      },
    });
  }
  if (!editing) {
    return (
      <Stack gap="xs">
        <Text size="sm">
          {secrets.proxyLogin ? 'Login stored; can’t be viewed.' : 'No login of this service.'}
        </Text>
        <SecretActions
          what="proxy login"
          isStored={secrets.proxyLogin}
          isRemoving={set.isPending}
          onEdit={() => setEditing(true)}
          onRemove={() => set.mutate(null, { onSuccess: () => showDone('Proxy login removed') })}
        />
      </Stack>
    );
  }
  return (
    <form noValidate onSubmit={save}>
      <Stack gap="md" maw={560}>
        <ErrorNotice error={set.error} />
        <Select
          label="Kind of login"
          data={[...KINDS]}
          allowDeselect={false}
          value={kind}
          onChange={(value) => setKind(value as Kind)}
        />
        <TextInput
          label="Proxy user name"
          autoComplete="off"
          value={login.username}
          onChange={({ currentTarget }) => change({ username: currentTarget.value })}
        />
        <PasswordInput
          label="Proxy password"
          autoComplete="new-password"
          value={login.password}
          onChange={({ currentTarget }) => change({ password: currentTarget.value })}
        />
        {kind === 'ntlm' && (
          <TextInput
            label="Windows domain"
            description="Empty: the proxy decides"
            autoComplete="off"
            value={login.domain}
            onChange={({ currentTarget }) => change({ domain: currentTarget.value })}
          />
        )}
        <Group gap="sm">
          <Button
            type="submit"
            loading={set.isPending}
            disabled={login.username === '' || login.password === ''}
          >
            Save proxy login
          </Button>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function bodyOf(kind: Kind, { username, password, domain }: typeof EMPTY): ProxyLogin {
  const both = { username, password };
  if (kind === 'ntlm') return { ntlm: { ...both, ...(domain !== '' && { domain }) } };
  return kind === 'digest' ? { digest: both } : { basic: both };
}
