import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { problemOf } from '../api/requests/explain-error.js';

/** Which access tokens a key stands for, as the fields of a form hold it. */
export interface TokenDraft {
  readonly issuer: string;
  /** `''` for the address for agents. */
  readonly audience: string;
  /** Separated by spaces. */
  readonly scopes: string;
}

export const NO_TOKEN: TokenDraft = { issuer: '', audience: '', scopes: '' };

/** Returns the rule that the fields hold. */
export function tokenOf({ issuer, audience, scopes }: TokenDraft) {
  const words = scopes.split(' ').filter((word) => word !== '');
  return {
    issuer,
    ...(audience.trim() !== '' && { audience: audience.trim() }),
    scopes: [...new Set(words)],
  };
}

/** The fields for the access tokens that a key stands for. */
export function TokenFields({
  issuers,
  value,
  error,
  onChange,
}: {
  readonly issuers: readonly string[];
  readonly value: TokenDraft;
  readonly error: unknown;
  readonly onChange: (value: TokenDraft) => void;
}) {
  const set = (change: Partial<TokenDraft>) => onChange({ ...value, ...change });
  return (
    <Stack gap="md">
      <NativeSelect
        label="Authorization server"
        description="The operator of the gateway decides which ones are allowed."
        data={[...issuers]}
        value={value.issuer}
        onChange={(event) => set({ issuer: event.currentTarget.value })}
        error={problemOf(error, '/token/issuer')}
      />
      <TextInput
        label="Required scopes"
        description="Separated by spaces. Empty: every token for this account."
        value={value.scopes}
        onChange={(event) => set({ scopes: event.currentTarget.value })}
      />
      <TextInput
        label="Audience"
        description="Empty: the URL for agents, which most clients request."
        maxLength={500}
        value={value.audience}
        onChange={(event) => set({ audience: event.currentTarget.value })}
        error={problemOf(error, '/token/audience')}
      />
    </Stack>
  );
}
