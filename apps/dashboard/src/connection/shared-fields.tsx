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
      <FileInput
        label="Certificate (PEM, or .p12 with its key)"
        placeholder="Choose a file"
        accept=".pem,.crt,.cer,.p12,.pfx"
        clearable
        value={value.certificate}
        onChange={(certificate) => onChange({ ...value, certificate })}
      />
      {!together && (
        <FileInput
          label="Private key (PEM)"
          placeholder="Choose a file"
          accept=".pem,.key"
          clearable
          value={value.privateKey}
          onChange={(privateKey) => onChange({ ...value, privateKey })}
        />
      )}
      <PasswordInput
        label="Passphrase, if the key has one"
        autoComplete="new-password"
        value={value.passphrase}
        onChange={({ currentTarget }) => onChange({ ...value, passphrase: currentTarget.value })}
      />
    </>
  );
}
