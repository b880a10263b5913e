import { PasswordInput, Select, TextInput } from '@mantine/core';
import type { ProxyLogin } from '../api/connection.js';
import { problemOf } from '../api/requests/explain-error.js';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { SecretForm } from '../components/forms/secret-form.js';
import { SettingsForm } from '../components/forms/settings-form.js';
import { useBase } from '../components/forms/use-base.js';
import { useSettings } from '../components/forms/use-settings.js';
import { Section } from '../components/layout/section.js';

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

const EMPTY: { kind: Kind; username: string; password: string; domain: string } = {
  kind: 'basic',
  username: '',
  password: '',
  domain: '',
};

/** The login of the service at its proxy, in place of the operator's. Write-only, like credentials. */
function ProxyLoginForm({ service: { serviceId, secrets } }: { readonly service: ServiceDetail }) {
  return (
    <SecretForm
      serviceId={serviceId}
      path="/api/manage/services/{serviceId}/proxy-login"
      etag={secrets.etags.proxyLogin}
      what="proxy login"
      isStored={secrets.proxyLogin}
      state={secrets.proxyLogin ? 'Login stored; can’t be viewed.' : 'No login of this service.'}
      empty={EMPTY}
      write={bodyOf}
    >
      {({ kind, username, password, domain }, change) => (
        <>
          <Select
            label="Kind of login"
            data={[...KINDS]}
            allowDeselect={false}
            value={kind}
            onChange={(value) => change({ kind: value as Kind })}
          />
          <TextInput
            label="Proxy user name"
            autoComplete="off"
            value={username}
            onChange={({ currentTarget }) => change({ username: currentTarget.value })}
          />
          <PasswordInput
            label="Proxy password"
            autoComplete="new-password"
            value={password}
            onChange={({ currentTarget }) => change({ password: currentTarget.value })}
          />
          {kind === 'ntlm' && (
            <TextInput
              label="Windows domain"
              description="Empty: the proxy decides"
              autoComplete="off"
              value={domain}
              onChange={({ currentTarget }) => change({ domain: currentTarget.value })}
            />
          )}
        </>
      )}
    </SecretForm>
  );
}

function bodyOf({ kind, username, password, domain }: typeof EMPTY): { body: ProxyLogin } | undefined {
  if (username === '' || password === '') return undefined;
  const both = { username, password };
  if (kind === 'ntlm') return { body: { ntlm: { ...both, ...(domain !== '' && { domain }) } } };
  return { body: kind === 'digest' ? { digest: both } : { basic: both } };
}
