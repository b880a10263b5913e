import { Alert, Code, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ServiceDetail } from '../api/services.js';
import { ButtonLink } from '../components/layout/links.js';
import { formatPlural } from '../text/format.js';

/** Asks for imported files that are missing, by name. */
export function MissingFiles({
  service,
  files,
}: {
  readonly service: ServiceDetail;
  readonly files: readonly string[];
}) {
  const { serviceId, operationCount } = service;
  const [first = ''] = files;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={files.length === 1 ? `${first} is missing` : `${files.length} files are missing`}
      role="status"
    >
      <Stack gap="sm">
        <Text size="sm">
          {formatPlural(operationCount, 'operation')} can be called, but values of the missing types are not
          checked. Upload the WSDL again together with:
        </Text>
        <List size="sm">
          {files.map((file) => (
            <List.Item key={file}>
              <Code>{file}</Code>
            </List.Item>
          ))}
        </List>
        <Group gap="sm">
          <ButtonLink to="/services/$serviceId/revisions" params={{ serviceId }} size="sm">
            Add missing files
          </ButtonLink>
        </Group>
      </Stack>
    </Alert>
  );
}
