import { Badge, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ErrorList } from '../api-reference/error-list.js';
import type { ApiOperation, OpenApiDocument, PathItem } from '../api-reference/openapi.js';
import { responseOf, schemaOf } from '../api-reference/openapi.js';
import classes from '../api-reference/operation-reference.module.css';
import { ParameterTable } from '../api-reference/parameter-table.js';
import { SchemaFields } from '../api-reference/schema-fields.js';
import { Snippets } from '../api-reference/snippets.js';
import { TextLink } from '../components/layout/links.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { CodeBlock } from '../components/show/code-block.js';
import { CopyLine } from '../components/show/copy-line.js';
import { MethodBadges } from '../operations/method-badges.js';
import { formatJson } from '../try-it/format-json.js';
import { exampleCall, type Method, pathOf } from './call.js';
import { TrySection } from './try-section.js';
import {
  type ConsumerPage,
  type PageOperation,
  type PageOperationDetail,
  type PagePlace,
  pageOperationQuery,
} from './visit.js';

/** One operation: what it takes and returns, source code, and a form to call it with the visitor's key. */
export function OperationSection({
  place,
  page,
  operation,
  apiKey,
  onKey,
}: {
  readonly place: PagePlace;
  readonly page: ConsumerPage;
  readonly operation: PageOperation;
  readonly apiKey: string;
  readonly onKey: (key: string) => void;
}) {
  const { data: detail, error, refetch } = useQuery(pageOperationQuery(place, operation.name));
  const [method, setMethod] = useState<Method>(() => preferred(operation.methods));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const shownPath = operation.path.slice(new URL(page.baseUrl).pathname.length);
  return (
    <Paper withBorder p="md" className={classes['operation'] ?? ''}>
      <Stack gap="md">
        <TextLink
          to="/pages/$first/$second"
          params={place}
          search={{}}
          size="sm"
          underline="hover"
          className={classes['back'] ?? ''}
        >
          ← All operations
        </TextLink>
        <Group gap="sm" miw={0}>
          <Title order={2} ref={heading} tabIndex={-1} className={classes['text'] ?? ''}>
            {operation.routed ? shownPath : <bdi>{operation.name}</bdi>}
          </Title>
          <MethodBadges methods={operation.methods} />
          {operation.deprecated && (
            <Badge variant="light" color="yellow" tt="none">
              Deprecated
            </Badge>
          )}
        </Group>
        {(detail ?? operation).documentation !== null && (
          <Text size="sm" dir="auto" className={classes['text'] ?? ''}>
            {(detail ?? operation).documentation}
          </Text>
        )}
        <CopyLine value={page.gatewayUrl + operation.path} what="the URL" />
        {operation.methods.length > 1 && (
          <Select
            label="Method"
            w={160}
            allowDeselect={false}
            data={[...operation.methods]}
            value={method}
            onChange={(chosen) => setMethod((chosen ?? method) as Method)}
          />
        )}
        <ErrorNotice error={error} onRetry={() => void refetch()} />
        {detail === undefined && error === null && (
          // Content below the operation must not move up and down.
          <Text size="sm" role="status" mih="100dvh">
            Loading the reference…
          </Text>
        )}
        {detail !== undefined && (
          <Reference
            key={method}
            page={page}
            operation={operation}
            detail={detail}
            method={method}
            apiKey={apiKey}
            onKey={onKey}
          />
        )}
      </Stack>
    </Paper>
  );
}

const preferred = (methods: readonly string[]): Method =>
  (methods.includes('POST') ? 'POST' : (methods[0] ?? 'POST')) as Method;

function Reference({
  page,
  operation,
  detail,
  method,
  apiKey,
  onKey,
}: {
  readonly page: ConsumerPage;
  readonly operation: PageOperation;
  readonly detail: PageOperationDetail;
  readonly method: Method;
  readonly apiKey: string;
  readonly onKey: (key: string) => void;
}) {
  const document = detail.document as OpenApiDocument;
  const described = describedBy(document, method);
  const parameters = described?.parameters ?? [];
  const body = schemaOf(described?.requestBody?.content);
  const responses = Object.entries(described?.responses ?? {});
  const example = exampleCall(detail, parameters, body !== undefined);
  return (
    <>
      <TrySection
        operation={operation}
        method={method}
        parameters={parameters}
        example={example}
        apiKey={apiKey}
        onKey={onKey}
      />
      {parameters.length > 0 && (
        <section>
          <Title order={3}>Parameters</Title>
          <ParameterTable document={document} parameters={parameters} />
        </section>
      )}
      {body !== undefined && (
        <section>
          <Title order={3}>Request</Title>
          <SchemaFields document={document} schema={body} />
          <CodeBlock code={formatJson(example.body ?? '')} label="the example request" language="json" />
        </section>
      )}
      {responses
        .filter(([status]) => status.startsWith('2'))
        .map(([status, response]) => {
          const { description, content } = responseOf(document, response);
          const schema = schemaOf(content);
          return (
            <section key={status}>
              <Title order={3}>Response {status}</Title>
              {description !== undefined && <Text size="sm">{description.replaceAll('`', '')}</Text>}
              {schema !== undefined && (
                <>
                  <SchemaFields document={document} schema={schema} />
                  <Text size="sm">{page.designed ? 'Example:' : 'Example of “result”:'}</Text>
                  <CodeBlock code={formatJson(detail.result)} label="the example result" language="json" />
                </>
              )}
            </section>
          );
        })}
      <section>
        <Title order={3}>Errors</Title>
        <ErrorList document={document} responses={responses.filter(([status]) => Number(status) >= 400)} />
      </section>
      <section>
        <Title order={3}>Code</Title>
        <Snippets
          call={{
            url: page.gatewayUrl + pathOf(operation.path, parameters, example),
            method,
            input: formatJson(example.body ?? '{}'),
            query: '',
            mode: 'call',
            soapHeaders: '',
            certificate: page.certificateUrl === null ? undefined : 'gateway.pem',
            plain: page.designed,
          }}
        />
      </section>
    </>
  );
}

/** The operation of a document with one path. */
function describedBy({ paths = {} }: OpenApiDocument, method: Method): ApiOperation | undefined {
  const [item] = Object.values(paths);
  return item?.[method.toLowerCase() as keyof PathItem];
}
