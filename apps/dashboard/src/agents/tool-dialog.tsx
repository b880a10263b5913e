import { Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../api/requests/query.js';
import type { ServiceDetail } from '../api/services.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { CodeBlock } from '../components/show/code-block.js';
import { formatJson } from '../try-it/format-json.js';
import { DescriptionForm } from './description-form.js';

/** Shows the text about an operation that a model reads, and the owner's part of it. Open while an operation is given. */
export function ToolDialog({
  service,
  operation,
  onClose,
}: {
  readonly service: ServiceDetail;
  readonly operation: string | undefined;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      centered={false}
      opened={operation !== undefined}
      onClose={onClose}
      title={`What a model sees of ${operation}`}
      size="xl"
    >
      {operation !== undefined && (
        <Stack gap="md">
          <DescriptionForm key={operation} service={service} operation={operation} />
          <ToolText serviceId={service.serviceId} operation={operation} />
        </Stack>
      )}
    </Modal>
  );
}

function ToolText({ serviceId, operation }: { readonly serviceId: string; readonly operation: string }) {
  const { data, error } = useQuery(
    query('/api/manage/services/{serviceId}/agents/tools/{operation}', { path: { serviceId, operation } }),
  );
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined) return <Text size="sm">Loading…</Text>;
  if (data.text === null) return <Text size="sm">Agents cannot use this operation.</Text>;
  return <CodeBlock code={formatJson(data.text)} label={`the tool ${operation}`} />;
}
