import {
  ActionIcon,
  Button,
  FileInput,
  Group,
  NumberInput,
  PasswordInput,
  Select,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { CredentialKind } from './credential-kinds.js';
import type { ProfileDraft } from './profile.js';
import { CertificateFields, NameAndPassword } from './shared-fields.js';
import { StsFields } from './sts-fields.js';

interface Fields {
  readonly draft: ProfileDraft;
  readonly onChange: (change: Partial<ProfileDraft>) => void;
}

/** The fields of one kind of credentials. */
export function KindFields({ kind, draft, onChange }: Fields & { readonly kind: CredentialKind }) {
  switch (kind) {
    case 'basic':
      return (
        <NameAndPassword
          value={draft.basic}
          onChange={(change) => onChange({ basic: { ...draft.basic, ...change } })}
        />
      );
    case 'ntlm':
      return (
        <>
          <NameAndPassword
            value={draft.ntlm}
            onChange={(change) => onChange({ ntlm: { ...draft.ntlm, ...change } })}
          />
          <TextInput
            label="Windows domain"
            description="Empty: the service decides"
            value={draft.ntlm.domain}
            onChange={({ currentTarget }) =>
              onChange({ ntlm: { ...draft.ntlm, domain: currentTarget.value } })
            }
          />
        </>
      );
    case 'kerberos':
      return (
        <>
          <NameAndPassword
            nameLabel="Principal (name@REALM)"
            value={draft.kerberos}
            onChange={(change) => onChange({ kerberos: { ...draft.kerberos, ...change } })}
          />
          <FileInput
            label="Keytab, in place of the password"
            placeholder="Choose a file"
            clearable
            value={draft.kerberos.keytab}
            onChange={(keytab) => onChange({ kerberos: { ...draft.kerberos, keytab } })}
          />
        </>
      );
    case 'usernameToken':
      return (
        <>
          <NameAndPassword
            value={draft.usernameToken}
            onChange={(change) => onChange({ usernameToken: { ...draft.usernameToken, ...change } })}
          />
          <Select
            label="Password format"
            data={[
              { value: 'digest', label: 'Digest (password not sent in clear)' },
              { value: 'text', label: 'Text (only over an encrypted connection)' },
            ]}
            allowDeselect={false}
            value={draft.usernameToken.type}
            onChange={(type) =>
              onChange({ usernameToken: { ...draft.usernameToken, type: type as 'text' | 'digest' } })
            }
          />
        </>
      );
    case 'headers':
      return <HeaderFields draft={draft} onChange={onChange} />;
    case 'clientCertificate':
      return (
        <CertificateFields
          value={draft.clientCertificate}
          onChange={(clientCertificate) => onChange({ clientCertificate })}
          pkcs12
        />
      );
    case 'signature':
      return <CertificateFields value={draft.signature} onChange={(signature) => onChange({ signature })} />;
    case 'ca':
      return (
        <FileInput
          label="Certificate of the authority (PEM)"
          placeholder="Choose a file"
          accept=".pem,.crt,.cer"
          clearable
          value={draft.ca.file}
          onChange={(file) => onChange({ ca: { file } })}
        />
      );
    case 'saml':
      return (
        <FileInput
          label="Assertion (XML)"
          description="Holder-of-key and sender-vouches assertions need a signature of the message too"
          placeholder="Choose a file"
          accept=".xml"
          clearable
          value={draft.saml.file}
          onChange={(file) => onChange({ saml: { file } })}
        />
      );
    case 'sts':
      return <StsFields value={draft.sts} onChange={(sts) => onChange({ sts })} />;
    case 'session':
    case 'encryption':
      return (
        <FileInput
          label="Certificate of the service (PEM)"
          placeholder="Choose a file"
          accept=".pem,.crt,.cer"
          clearable
          value={draft[kind].file}
          onChange={(file) => onChange({ [kind]: { file } })}
        />
      );
    case 'decryption':
      return (
        <>
          <FileInput
            label="Private key (PEM)"
            description="Empty: the key of the signature"
            placeholder="Choose a file"
            accept=".pem,.key"
            clearable
            value={draft.decryption.privateKey}
            onChange={(privateKey) => onChange({ decryption: { ...draft.decryption, privateKey } })}
          />
          <PasswordInput
            label="Passphrase, if the key has one"
            autoComplete="new-password"
            value={draft.decryption.passphrase}
            onChange={({ currentTarget }) =>
              onChange({ decryption: { ...draft.decryption, passphrase: currentTarget.value } })
            }
          />
        </>
      );
    case 'verify':
      return (
        <FileInput
          label="Certificate of the signer (PEM)"
          description="The service’s own certificate, or that of its authority. Empty: the one to encrypt for, or the session key"
          placeholder="Choose a file"
          accept=".pem,.crt,.cer"
          clearable
          value={draft.verify.file}
          onChange={(file) => onChange({ verify: { file } })}
        />
      );
    case 'timestamp':
      return (
        <NumberInput
          label="Valid for"
          description="In seconds. Empty: five minutes."
          suffix=" s"
          min={1}
          max={86_400}
          allowDecimal={false}
          value={draft.timestamp.ttlSeconds}
          onChange={(value) => onChange({ timestamp: { ttlSeconds: value === '' ? '' : Number(value) } })}
        />
      );
  }
}

function HeaderFields({ draft: { headers }, onChange }: Fields) {
  const change = (index: number, part: { name?: string; value?: string }) =>
    onChange({ headers: headers.map((header, at) => (at === index ? { ...header, ...part } : header)) });
  return (
    <>
      {headers.map((header, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name until one is typed
        <Group key={index} gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label="Name"
            placeholder="X-Api-Key"
            flex={1}
            autoComplete="off"
            value={header.name}
            onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
          />
          <PasswordInput
            label="Value"
            flex={1}
            autoComplete="new-password"
            value={header.value}
            onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={`Remove header ${index + 1}`}
            disabled={headers.length === 1}
            onClick={() => onChange({ headers: headers.filter((_, at) => at !== index) })}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={headers.length >= 20}
          onClick={() => onChange({ headers: [...headers, { name: '', value: '' }] })}
        >
          Add header
        </Button>
      </Group>
    </>
  );
}
