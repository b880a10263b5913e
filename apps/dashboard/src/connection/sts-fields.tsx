import { Select, TextInput } from '@mantine/core';
import { CertificateFields, NameAndPassword } from './shared-fields.js';
import type { StsDraft } from './sts-draft.js';

/** The fields of a token service. */
export function StsFields({
  value,
  onChange,
}: {
  readonly value: StsDraft;
  readonly onChange: (value: StsDraft) => void;
}) {
  const change = (part: Partial<StsDraft>) => onChange({ ...value, ...part });
  return (
    <>
      <TextInput
        label="Token service URL"
        description="Must be https"
        autoComplete="off"
        value={value.endpoint}
        onChange={({ currentTarget }) => change({ endpoint: currentTarget.value })}
      />
      <Select
        label="WS-Trust version"
        data={[
          { value: '1.3', label: '1.3 or 1.4' },
          { value: '2005/02', label: 'February 2005' },
        ]}
        allowDeselect={false}
        value={value.version}
        onChange={(version) => change({ version: version as StsDraft['version'] })}
      />
      <Select
        label="Token type"
        data={[
          { value: 'saml-2.0', label: 'SAML 2.0' },
          { value: 'saml-1.1', label: 'SAML 1.1' },
        ]}
        allowDeselect={false}
        value={value.tokenType}
        onChange={(tokenType) => change({ tokenType: tokenType as StsDraft['tokenType'] })}
      />
      <Select
        label="Proof of possession"
        data={[
          { value: 'bearer', label: 'None (bearer)' },
          { value: 'public-key', label: 'Key of the message signature (holder-of-key)' },
        ]}
        allowDeselect={false}
        value={value.keyType}
        onChange={(keyType) => change({ keyType: keyType as StsDraft['keyType'] })}
      />
      <TextInput
        label="Audience (AppliesTo)"
        description="Empty: the address of the service"
        autoComplete="off"
        value={value.appliesTo}
        onChange={({ currentTarget }) => change({ appliesTo: currentTarget.value })}
      />
      <Select
        label="Sign in to the token service with"
        data={[
          { value: 'usernameToken', label: 'User name and password in the message' },
          { value: 'basic', label: 'User name and password over HTTP (Basic)' },
          { value: 'signature', label: 'Certificate (X.509 signature)' },
          { value: 'key', label: 'Key of the message signature' },
        ]}
        allowDeselect={false}
        value={value.signIn}
        onChange={(signIn) => change({ signIn: signIn as StsDraft['signIn'] })}
      />
      {(value.signIn === 'usernameToken' || value.signIn === 'basic') && (
        <NameAndPassword value={value} onChange={change} />
      )}
      {value.signIn === 'signature' && (
        <CertificateFields value={value.signature} onChange={(signature) => change({ signature })} />
      )}
    </>
  );
}
