import { Group, Text } from '@mantine/core';

/** The name of the product, with its logo. */
export function Brand() {
  return (
    <Group gap="xs" wrap="nowrap">
      <img src="/icon.svg" alt="" width={28} height={28} />
      <Text fw={700} size="lg" component="span">
        Soapstone
      </Text>
    </Group>
  );
}
