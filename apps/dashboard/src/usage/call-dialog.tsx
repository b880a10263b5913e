import { Alert, Modal, Stack, Text, Title } from '@mantine/core';
import { ERROR_CODES, isErrorCode } from '@soapstone/http-contract';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/requests/errors.js';
import { query } from '../api/requests/query.js';
import type { Call } from '../api/usage.js';
import { TextLink } from '../components/layout/links.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { CodeBlock } from '../components/show/code-block.js';
import { CopyLine } from '../components/show/copy-line.js';
import { formatSecond } from '../text/format.js';
import { formatJson } from '../try-it/format-json.js';
import { KeepRecording } from './keep-recording.js';
import { nameOfKey } from './name-of-key.js';

const ANSWERED = {
  mock: 'A mock responded.',
  record: 'The call was recorded.',
  replay: 'A recording responded.',
} as const;

/** All details of one call. */
export function CallDialog({
  call,
  onClose,
}: {
  readonly call: Call | undefined;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      centered={false}
      opened={call !== undefined}
      onClose={onClose}
      title={`${call?.method ?? ''} ${call?.operation ?? call?.requested ?? 'a call'}`}
      size="xl"
    >
      {call !== undefined && <CallDetails call={call} />}
    </Modal>
  );
}

function CallDetails({ call }: { readonly call: Call }) {
  const { data, error } = useQuery({
    ...query('/api/manage/calls/{requestId}/bodies', { path: { requestId: call.requestId } }),
    retry: false,
  });
  const isNotKept = error instanceof ApiError && error.status === 404;
  return (
    <Stack gap="md">
      <Text size="sm">
        {formatSecond(call.at)}, status {call.status}
        {call.code === undefined ? '' : ` (${call.code})`}, {call.latencyMs} ms.{' '}
        {call.keyId === undefined ? 'Without a key' : `Key: ${nameOfKey(call)}`}.{' '}
        {call.charged ? 'Used quota.' : 'Did not use quota.'}
        {call.answers !== undefined && ` ${ANSWERED[call.answers]}`}
      </Text>
      {call.code !== undefined && <Reason code={call.code} />}
      <div>
        <Text size="sm" mb={4}>
          Request ID (X-Request-Id)
        </Text>
        <CopyLine value={call.requestId} what="the request id" />
      </div>
      {isNotKept && (
        <Text size="sm" c="dimmed">
          Bodies were not recorded.{' '}
          {call.serviceId !== undefined && (
            <TextLink to="/services/$serviceId/settings" params={{ serviceId: call.serviceId }}>
              Turn on recording
            </TextLink>
          )}
        </Text>
      )}
      {!isNotKept && <ErrorNotice error={error} />}
      {data !== undefined && (
        <>
          <Title order={3}>Request</Title>
          <CodeBlock code={formatJson(data.request)} label="the request" language="json" />
          <Title order={3}>Response</Title>
          <CodeBlock code={formatJson(data.response)} label="the response" language="json" />
          {call.serviceId !== undefined && call.operation !== undefined && (
            <KeepRecording serviceId={call.serviceId} requestId={call.requestId} />
          )}
        </>
      )}
    </Stack>
  );
}

/** Why a call failed, and what helps. */
function Reason({ code }: { readonly code: string }) {
  if (!isErrorCode(code)) return null;
  const { title, advice } = ERROR_CODES[code];
  return (
    <Alert color="red" variant="light" title={title}>
      {advice}
    </Alert>
  );
}
