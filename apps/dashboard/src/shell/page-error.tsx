import { Stack } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorNotice } from '../components/notices/error-notice.js';

/** The page shown when rendering or loading failed. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Stack component="main" p="xl" maw={640}>
      <ErrorNotice
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Stack>
  );
}
