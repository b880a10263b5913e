import { Center, Loader } from '@mantine/core';

/** A page that is on its way. */
export function PageLoading() {
  return (
    <Center mih="60vh">
      <Loader aria-label="Loading" role="status" />
    </Center>
  );
}
