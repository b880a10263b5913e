import { Alert, Loader, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { previewQuery } from '../api/design.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { CodeBlock } from '../components/show/code-block.js';
import { requestText, responseText } from './example.js';

/** How long an edit rests before the gateway is asked for its example, in milliseconds: each one takes a process. */
const REST = 600;

/** The gateway's answer about one operation with the edited design: undefined until it arrives. */
export function usePreview(serviceId: string, operation: string | undefined, json: string | undefined) {
  const [rested] = useDebouncedValue(json, REST);
  return useQuery(previewQuery(serviceId, operation, rested));
}

/** The same example without and with the design. */
export function ExampleSection({
  operation,
  preview: { data, error, isFetching, refetch },
}: {
  readonly operation: string;
  readonly preview: ReturnType<typeof usePreview>;
}) {
  const after = data?.after ?? undefined;
  const isBroken = (data?.problems.length ?? 0) > 0;
  return (
    <Stack gap="sm" component="section" aria-label={`Example of ${operation}`}>
      <Text fw={600}>
        {operation} {isFetching && <Loader size={14} aria-label="Loading" />}
      </Text>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {data !== undefined && (
        <>
          <Text size="sm" fw={600}>
            With the design
          </Text>
          {isBroken && (
            <Alert color="red">The design has problems: correct them to see what clients get.</Alert>
          )}
          {!isBroken && after === undefined && <Text size="sm">Clients do not see this operation.</Text>}
          {after !== undefined && (
            <>
              <CodeBlock code={requestText(after)} label="the designed request" language="json" />
              <CodeBlock code={responseText(after)} label="the designed response" language="json" />
            </>
          )}
          <Text size="sm" fw={600}>
            Without it
          </Text>
          <CodeBlock code={requestText(data.before)} label="the request by name" language="json" />
          <CodeBlock code={responseText(data.before)} label="the response by name" language="json" />
        </>
      )}
    </Stack>
  );
}
