import { NumberInput, Select, TextInput } from '@mantine/core';
import type { CredentialKind } from './credential-kinds.js';
import { HeaderFields } from './header-fields.js';
import type { ProfileDraft } from './profile.js';
import { CertificateFields, FileField, NameAndPassword, PassphraseField } from './shared-fields.js';
import { StsFields } from './sts-fields.js';

interface Fields {
  readonly draft: ProfileDraft;
  readonly onChange: (change: Partial<ProfileDraft>) => void;
}

const CERTIFICATE_FILES = '.pem,.crt,.cer';

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
      return <NtlmFields value={draft.ntlm} onChange={(ntlm) => onChange({ ntlm })} />;
    case 'kerberos':
      return <KerberosFields value={draft.kerberos} onChange={(kerberos) => onChange({ kerberos })} />;
    case 'usernameToken':
      return (
        <UsernameTokenFields
          value={draft.usernameToken}
          onChange={(usernameToken) => onChange({ usernameToken })}
        />
      );
    case 'headers':
      return <HeaderFields headers={draft.headers} onChange={(headers) => onChange({ headers })} />;
    case 'clientCertificate':
      return (
        <CertificateFields
          value={draft.clientCertificate}
          onChange={(clientCertificate) => onChange({ clientCertificate })}
        />
      );
    case 'signature':
      return <CertificateFields value={draft.signature} onChange={(signature) => onChange({ signature })} />;
    case 'ca':
      return (
        <FileField
          label="Certificate of the authority (PEM)"
          accept={CERTIFICATE_FILES}
          value={draft.ca.file}
          onChange={(file) => onChange({ ca: { file } })}
        />
      );
    case 'saml':
      return (
        <FileField
          label="Assertion (XML)"
          description="Holder-of-key and sender-vouches assertions need a signature of the message too"
          accept=".xml"
          value={draft.saml.file}
          onChange={(file) => onChange({ saml: { file } })}
        />
      );
    case 'sts':
      return <StsFields value={draft.sts} onChange={(sts) => onChange({ sts })} />;
    case 'session':
    case 'encryption':
      return (
        <FileField
          label="Certificate of the service (PEM)"
          accept={CERTIFICATE_FILES}
          value={draft[kind].file}
          onChange={(file) => onChange({ [kind]: { file } })}
        />
      );
    case 'decryption':
      return (
        <DecryptionFields value={draft.decryption} onChange={(decryption) => onChange({ decryption })} />
      );
    case 'verify':
      return (
        <FileField
          label="Certificate of the signer (PEM)"
          description="The service’s own certificate, or that of its authority. Empty: the one to encrypt for, or the session key"
          accept={CERTIFICATE_FILES}
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

/** The part of a draft that one kind of credentials edits. */
interface Part<Name extends keyof ProfileDraft> {
  readonly value: ProfileDraft[Name];
  readonly onChange: (value: ProfileDraft[Name]) => void;
}

function NtlmFields({ value, onChange }: Part<'ntlm'>) {
  return (
    <>
      <NameAndPassword value={value} onChange={(change) => onChange({ ...value, ...change })} />
      <TextInput
        label="Windows domain"
        description="Empty: the service decides"
        value={value.domain}
        onChange={({ currentTarget }) => onChange({ ...value, domain: currentTarget.value })}
      />
    </>
  );
}

function KerberosFields({ value, onChange }: Part<'kerberos'>) {
  return (
    <>
      <NameAndPassword
        nameLabel="Principal (name@REALM)"
        value={value}
        onChange={(change) => onChange({ ...value, ...change })}
      />
      <FileField
        label="Keytab, in place of the password"
        value={value.keytab}
        onChange={(keytab) => onChange({ ...value, keytab })}
      />
    </>
  );
}

function UsernameTokenFields({ value, onChange }: Part<'usernameToken'>) {
  return (
    <>
      <NameAndPassword value={value} onChange={(change) => onChange({ ...value, ...change })} />
      <Select
        label="Password format"
        data={[
          { value: 'digest', label: 'Digest (password not sent in clear)' },
          { value: 'text', label: 'Text (only over an encrypted connection)' },
        ]}
        allowDeselect={false}
        value={value.type}
        onChange={(type) => onChange({ ...value, type: type as 'text' | 'digest' })}
      />
    </>
  );
}

function DecryptionFields({ value, onChange }: Part<'decryption'>) {
  return (
    <>
      <FileField
        label="Private key (PEM or .p12)"
        description="Empty: the key of the signature"
        accept=".pem,.key,.p12,.pfx"
        value={value.privateKey}
        onChange={(privateKey) => onChange({ ...value, privateKey })}
      />
      <PassphraseField
        value={value.passphrase}
        onChange={(passphrase) => onChange({ ...value, passphrase })}
      />
    </>
  );
}
