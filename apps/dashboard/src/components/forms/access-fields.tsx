import { Group, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import type { WsdlLogin } from '../../api/connection.js';

/** Credentials for fetching a WSDL. */
export interface FetchAccess {
  readonly kind: 'none' | 'basic' | 'header';
  /** The user name, or the name of the header. */
  readonly name: string;
  readonly secret: string;
}

export const NO_ACCESS: FetchAccess = { kind: 'none', name: '', secret: '' };

/** Returns the credentials as the gateway expects them; undefined if something is missing. */
export function credentialsOf({ kind, name: typed, secret }: FetchAccess): WsdlLogin | undefined {
  const name = typed.trim();
  if (kind === 'none' || name === '' || secret === '') return undefined;
  return kind === 'basic' ? { basic: { username: name, password: secret } } : { headers: { [name]: secret } };
}

/** The fields of credentials for a WSDL. `required`: there is no choice of none. */
export function AccessFields({
  access,
  onChange,
  required = false,
}: {
  readonly access: FetchAccess;
  readonly onChange: (access: FetchAccess) => void;
  readonly required?: boolean;
}) {
  const set = (change: Partial<FetchAccess>) => onChange({ ...access, ...change });
  return (
    <>
      <SegmentedControl
        aria-label="Login for the WSDL"
        value={access.kind}
        onChange={(kind) => onChange({ ...NO_ACCESS, kind: kind as FetchAccess['kind'] })}
        data={[
          ...(required ? [] : [{ value: 'none', label: 'None' }]),
          { value: 'basic', label: 'Password' },
          { value: 'header', label: 'Header' },
        ]}
      />
      {access.kind !== 'none' && (
        <Group gap="md" align="flex-start" grow>
          <TextInput
            label={access.kind === 'basic' ? 'User name' : 'Header name'}
            placeholder={access.kind === 'basic' ? undefined : 'Authorization'}
            autoComplete="off"
            maxLength={1000}
            value={access.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <PasswordInput
            label={access.kind === 'basic' ? 'Password' : 'Header value'}
            autoComplete="off"
            maxLength={8000}
            value={access.secret}
            onChange={({ currentTarget }) => set({ secret: currentTarget.value })}
          />
        </Group>
      )}
    </>
  );
}
