import { Alert } from '@mantine/core';

/** Explains why sign-up requires an invitation. */
export function ClosedNotice({ mode }: { readonly mode: 'invitation' | 'closed' }) {
  return (
    <Alert color="blue" title={mode === 'closed' ? 'Sign-up is closed' : 'Sign-up needs an invitation'}>
      {mode === 'closed'
        ? 'Ask the operator of this gateway for an account.'
        : 'Ask the operator of this gateway for an invitation, then open its link.'}
    </Alert>
  );
}
