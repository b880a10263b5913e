import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

const FILES = [
  ['openapi-3.0.json', 'OpenAPI 3.0, JSON'],
  ['openapi-3.0.yaml', 'OpenAPI 3.0, YAML'],
  ['openapi-3.1.json', 'OpenAPI 3.1, JSON'],
  ['openapi-3.1.yaml', 'OpenAPI 3.1, YAML'],
  ['types.ts', 'TypeScript types'],
] as const;

/** Downloads of the same document in every format. */
export function Downloads({ serviceId }: { readonly serviceId: string }) {
  return (
    <Group gap="sm">
      {FILES.map(([file, label]) => (
        <Button
          key={file}
          component="a"
          href={`/api/manage/services/${encodeURIComponent(serviceId)}/files/${file}`}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
