import { Code, List, Table, Title } from '@mantine/core';
import { Section } from '../components/layout/section.js';
import { DataTable } from '../components/show/data-table.js';
import { formatBytes, formatCount } from '../text/format.js';
import type { ConsumerPage } from './visit.js';

/** Status, `error.type` or code, and what a client does about it. */
const ERRORS: readonly (readonly [status: string, code: string, action: string])[] = [
  ['400', 'VALIDATION_ERROR', 'Correct the request. Each problem has a JSON Pointer to its place.'],
  [
    '401',
    'AUTHENTICATION_ERROR',
    'The key is missing, wrong, revoked, expired or not allowed from your address. Ask the owner.',
  ],
  ['403', 'OPERATION_NOT_ALLOWED', 'Your key may not call this operation. Ask the owner.'],
  ['404', 'SERVICE_NOT_FOUND, OPERATION_NOT_FOUND', 'The path is wrong. Compare it with this page.'],
  ['429', 'RATE_LIMIT_EXCEEDED', 'Wait for the seconds in Retry-After.'],
  [
    '502, 503, 504',
    'UPSTREAM_ERROR',
    'The service behind this API failed. A code says how: SOAP_FAULT is its own answer to your request.',
  ],
  ['500', 'INTERNAL_ERROR', 'Tell the owner the request ID.'],
];

/** The parts that are the same for every operation. */
export function ErrorsSection({ page }: { readonly page: ConsumerPage }) {
  const { requestBytes, timeoutMs, perMinute } = page.limits;
  const { designed } = page;
  return (
    <Section
      title="Errors and limits"
      description={
        designed
          ? 'Errors are problem details (RFC 9457) with status, code, detail and requestId.'
          : 'Errors have the members type, code, message and requestId in “error”.'
      }
    >
      <DataTable minWidth={420} columns={['Status', 'Code', 'What to do']}>
        {ERRORS.map(([status, code, action]) => (
          <Table.Tr key={status}>
            <Table.Td>{status}</Table.Td>
            <Table.Td>
              <Code>{code}</Code>
            </Table.Td>
            <Table.Td>{action}</Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      <div>
        <Title order={3}>Limits</Title>
        <List size="sm" spacing={4}>
          {perMinute !== null && (
            <List.Item>
              The owner’s account has {formatCount(perMinute)} calls a minute for all clients together, and a
              quota for each billing period. Your key may have less.
            </List.Item>
          )}
          <List.Item>
            <Code>X-RateLimit-Limit</Code>, <Code>X-RateLimit-Remaining</Code> and{' '}
            <Code>X-RateLimit-Reset</Code> describe the quota; <Code>RateLimit</Code> describes the minute,
            too.
          </List.Item>
          <List.Item>A request has at most {formatBytes(requestBytes)}.</List.Item>
          <List.Item>
            A call ends with an error after at most {formatCount(timeoutMs / 1000)} seconds.
          </List.Item>
        </List>
      </div>
      <div>
        <Title order={3}>Retries</Title>
        <List size="sm" spacing={4}>
          <List.Item>
            429, and any response with <Code>Retry-After</Code>: wait that long, then send the request again.
          </List.Item>
          <List.Item>
            Another 5xx: the request may have been carried out. Send it again only if it reads, or if twice
            does no harm.
          </List.Item>
          <List.Item>
            Keep <Code>X-Request-Id</Code> of a response that you want to ask the owner about.
          </List.Item>
        </List>
      </div>
      <div>
        <Title order={3}>Numbers</Title>
        <List size="sm" spacing={4}>
          <List.Item>
            Numbers are written with all their digits, more than a JavaScript number keeps. Ask for strings
            with <Code>Accept: application/json;IEEE754Compatible=true</Code>, or use a reader with exact
            numbers.
          </List.Item>
        </List>
      </div>
    </Section>
  );
}
