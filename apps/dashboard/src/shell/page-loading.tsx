import { Center, Loader } from '@mantine/core';

/** The placeholder of a page that is loading. */
export function PageLoading() {
  return (
    <Center mih="60vh">
      <Loader aria-label="Loading" role="status" />
    </Center>
  );
}
