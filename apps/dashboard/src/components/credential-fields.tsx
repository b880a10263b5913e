import { PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

/** Who signs in or up: an address and a password. A new password is described, and kept by the browser as a new one. */
export function CredentialFields<Values extends { email: string; password: string }>({
  form,
  newPassword,
}: {
  readonly form: UseFormReturnType<Values>;
  /** What a new password has to be; absent where one is asked for that exists. */
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
        label="E-mail address"
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
