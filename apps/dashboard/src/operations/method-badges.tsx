import { Badge, Group } from '@mantine/core';

/** The HTTP methods that an operation currently allows. */
export function MethodBadges({ methods }: { readonly methods: readonly string[] }) {
  return (
    <Group gap={4} wrap="nowrap">
      {methods.map((method) => (
        <Badge
          key={method}
          variant="light"
          color={method === 'GET' ? 'blue' : 'soap'}
          radius="sm"
          flex="none"
          miw="max-content"
        >
          {method}
        </Badge>
      ))}
    </Group>
  );
}
