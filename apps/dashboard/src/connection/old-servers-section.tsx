import { Checkbox, MultiSelect, Select } from '@mantine/core';
import { problemOf } from '../api/requests/explain-error.js';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { SettingsForm } from '../components/forms/settings-form.js';
import { useBase } from '../components/forms/use-base.js';
import { useSettings } from '../components/forms/use-settings.js';
import { Section } from '../components/layout/section.js';

type Compatibility = NonNullable<ServiceDetail['settings']['compatibility']>;
type WeakCipher = NonNullable<Compatibility['weakCiphers']>[number];

const VERSIONS = [
  { value: '1.2', label: 'TLS 1.2' },
  { value: '1.1', label: 'TLS 1.1' },
  { value: '1.0', label: 'TLS 1.0' },
];

const WEAK: { value: WeakCipher; label: string }[] = [
  { value: 'SHA-1', label: 'SHA-1 signatures' },
  { value: 'RSA-1024', label: 'RSA keys of 1,024 bits' },
  { value: 'DH-1024', label: 'Diffie-Hellman groups of 1,024 bits' },
];

type Stored = {
  minimumTls: string;
  legacyRenegotiation: boolean;
  weakCiphers: WeakCipher[];
  headerNames: boolean;
  close: boolean;
  oldHttp: boolean;
  identity: boolean;
};

/** The settings that an old server needs and that are off by default, each with its risk. */
export function OldServersSection({ service }: { readonly service: ServiceDetail }) {
  const { compatibility } = service.settings;
  const stored: Stored = {
    minimumTls: compatibility?.minimumTls ?? '1.2',
    legacyRenegotiation: compatibility?.legacyRenegotiation === true,
    weakCiphers: [...(compatibility?.weakCiphers ?? [])],
    headerNames: compatibility?.headerNames !== undefined,
    close: compatibility?.connection !== undefined,
    oldHttp: compatibility?.http !== undefined,
    identity: compatibility?.encoding !== undefined,
  };
  const form = useSettings(stored, {});
  const change = useChangeService(useBase(service, form.isDirty()));
  return (
    <Section
      title="Old servers"
      description="For a server that refuses current TLS or HTTP. Each switch holds for this service alone, and each has a risk."
    >
      <SettingsForm
        form={form}
        change={change}
        changeOf={(chosen) => ({ settings: { compatibility: compatibilityOf(chosen) } })}
        done="Connection saved"
      >
        <Select
          label="Minimum TLS version"
          description="Risk below 1.2: someone on the path can break the encryption, read messages and change them."
          data={VERSIONS}
          allowDeselect={false}
          {...form.getInputProps('minimumTls')}
        />
        <MultiSelect
          label="Weak ciphers"
          description="Risk: someone on the path can compute the key, or forge the certificate of the server."
          data={WEAK}
          {...form.getInputProps('weakCiphers')}
          error={problemOf(change.error, '/settings/compatibility/weakCiphers')}
        />
        <Checkbox
          label="Legacy renegotiation"
          description="Risk: someone on the path can put a request of their own before yours."
          {...form.getInputProps('legacyRenegotiation', { type: 'checkbox' })}
        />
        <Checkbox
          label="Header names as in the specification"
          description="SOAPAction instead of soapaction. No risk."
          {...form.getInputProps('headerNames', { type: 'checkbox' })}
        />
        <Checkbox
          label="One connection per request"
          description="Risk: slower calls. Not with NTLM and Kerberos."
          {...form.getInputProps('close', { type: 'checkbox' })}
        />
        <Checkbox
          label="HTTP/1.0"
          description="Risk: a response without Content-Length is cut off unnoticed. Slower calls. Not with NTLM and Kerberos."
          {...form.getInputProps('oldHttp', { type: 'checkbox' })}
        />
        <Checkbox
          label="No Accept-Encoding"
          description="For servers that refuse the header. No risk."
          {...form.getInputProps('identity', { type: 'checkbox' })}
        />
      </SettingsForm>
    </Section>
  );
}

/** Returns the setting; null if nothing is switched on, so that a service that never needed it keeps no setting. */
function compatibilityOf(chosen: Stored): Compatibility | null {
  const { minimumTls, legacyRenegotiation, weakCiphers, headerNames, close, oldHttp, identity } = chosen;
  const compatibility: Compatibility = {
    ...((minimumTls === '1.0' || minimumTls === '1.1') && { minimumTls }),
    ...(legacyRenegotiation && { legacyRenegotiation }),
    ...(weakCiphers.length > 0 && { weakCiphers }),
    ...(headerNames && { headerNames: 'specification' as const }),
    ...(close && { connection: 'close' as const }),
    ...(oldHttp && { http: '1.0' as const }),
    ...(identity && { encoding: 'identity' as const }),
  };
  return Object.keys(compatibility).length === 0 ? null : compatibility;
}
