import { NumberInput, PasswordInput, Select, TextInput } from '@mantine/core';
import type { FormField, KindName } from '@soapstone/credentials/doors';
import { type FieldValue, formOf } from './form-fields.js';
import { HeaderFields } from './header-fields.js';
import { hasFields, type ProfileDraft } from './profile.js';
import { CertificateFields, FileField, PassphraseField } from './shared-fields.js';
import { StsFields } from './sts-fields.js';

interface Fields {
  readonly draft: ProfileDraft;
  readonly onChange: (change: Partial<ProfileDraft>) => void;
}

const CERTIFICATE_FILES = '.pem,.crt,.cer';

/** The fields of one kind of credentials. */
export function KindFields({ kind, draft, onChange }: Fields & { readonly kind: KindName }) {
  if (hasFields(kind)) {
    return formOf(kind).fields.map((field) => (
      <TableField
        key={field.member}
        field={field}
        value={draft[kind][field.member] ?? ''}
        onChange={(value) => onChange({ [kind]: { ...draft[kind], [field.member]: value } })}
      />
    ));
  }
  switch (kind) {
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
    case 'sts':
      return <StsFields value={draft.sts} onChange={(sts) => onChange({ sts })} />;
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
  }
}

/** A field of the table of credential kinds. */
function TableField({
  field: { label, description, input, accept, choices = [] },
  value,
  onChange,
}: {
  readonly field: FormField;
  readonly value: FieldValue;
  readonly onChange: (value: FieldValue) => void;
}) {
  const texts = { label, ...(description !== undefined && { description }) };
  switch (input) {
    case 'text':
    case 'password': {
      const Input = input === 'text' ? TextInput : PasswordInput;
      return (
        <Input
          {...texts}
          autoComplete={input === 'text' ? 'off' : 'new-password'}
          value={String(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    }
    case 'text-file':
    case 'base64-file':
      return (
        <FileField
          {...texts}
          {...(accept !== undefined && { accept })}
          value={value instanceof File ? value : null}
          onChange={onChange}
        />
      );
    case 'seconds':
      return (
        <NumberInput
          {...texts}
          suffix=" s"
          min={1}
          max={86_400}
          allowDecimal={false}
          value={value === '' ? '' : Number(value)}
          onChange={(seconds) => onChange(seconds === '' ? '' : Number(seconds))}
        />
      );
    case 'choice':
      return (
        <Select
          {...texts}
          data={[...choices]}
          allowDeselect={false}
          value={String(value)}
          onChange={onChange}
        />
      );
  }
}

/** The part of a draft that one kind of credentials edits. */
interface Part<Name extends keyof ProfileDraft> {
  readonly value: ProfileDraft[Name];
  readonly onChange: (value: ProfileDraft[Name]) => void;
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
