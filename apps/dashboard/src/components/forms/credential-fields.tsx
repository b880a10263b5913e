import { PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

/** Email address and password. For a new password, the field shows the rules, and browsers offer to save it. */
export function CredentialFields<Values extends { email: string; password: string }>({
  form,
  newPassword,
}: {
  readonly form: UseFormReturnType<Values>;
  /** The rules for a new password; absent if an existing password is entered. */
  readonly newPassword?: string;
}) {
  const field = (name: 'email' | 'password') => ({
    required: true,
    withAsterisk: false,
    ...form.getInputProps(name),
  });
  return (
    <>
      <TextInput
        label="Email address"
        type="email"
        autoComplete="username"
        maxLength={254}
        key={form.key('email')}
        {...field('email')}
      />
      <PasswordInput
        label="Password"
        description={newPassword}
        autoComplete={newPassword === undefined ? 'current-password' : 'new-password'}
        key={form.key('password')}
        {...field('password')}
      />
    </>
  );
}
