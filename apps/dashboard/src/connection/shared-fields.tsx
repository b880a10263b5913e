import { FileInput, PasswordInput, TextInput } from '@mantine/core';
import { type CertificateDraft, isPkcs12 } from './certificate-draft.js';

/** A user name and its password. */
export function NameAndPassword({
  nameLabel = 'User name',
  value,
  onChange,
}: {
  readonly nameLabel?: string;
  readonly value: { readonly username: string; readonly password: string };
  readonly onChange: (change: { username?: string; password?: string }) => void;
}) {
  return (
    <>
      <TextInput
        label={nameLabel}
        autoComplete="off"
        value={value.username}
        onChange={({ currentTarget }) => onChange({ username: currentTarget.value })}
      />
      <PasswordInput
        label="Password"
        autoComplete="new-password"
        value={value.password}
        onChange={({ currentTarget }) => onChange({ password: currentTarget.value })}
      />
    </>
  );
}

/** A certificate and its private key, in two files or in one. */
export function CertificateFields({
  value,
  onChange,
}: {
  readonly value: CertificateDraft;
  readonly onChange: (value: CertificateDraft) => void;
}) {
  const together = value.certificate !== null && isPkcs12(value.certificate);
  return (
    <>
      <FileField
        label="Certificate (PEM, or .p12 with its key)"
        accept=".pem,.crt,.cer,.p12,.pfx"
        value={value.certificate}
        onChange={(certificate) => onChange({ ...value, certificate })}
      />
      {!together && (
        <FileField
          label="Private key (PEM)"
          accept=".pem,.key"
          value={value.privateKey}
          onChange={(privateKey) => onChange({ ...value, privateKey })}
        />
      )}
      <PassphraseField
        value={value.passphrase}
        onChange={(passphrase) => onChange({ ...value, passphrase })}
      />
    </>
  );
}

/** A file that the owner chooses, or none. */
export function FileField({
  label,
  description,
  accept,
  value,
  onChange,
}: {
  readonly label: string;
  readonly description?: string;
  readonly accept?: string;
  readonly value: File | null;
  readonly onChange: (file: File | null) => void;
}) {
  return (
    <FileInput
      label={label}
      description={description}
      placeholder="Choose a file"
      {...(accept !== undefined && { accept })}
      clearable
      value={value}
      onChange={onChange}
    />
  );
}

/** The passphrase of a private key, which may have none. */
export function PassphraseField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <PasswordInput
      label="Passphrase, if the key has one"
      autoComplete="new-password"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
