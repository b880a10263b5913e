import { Code, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { operationQuery } from '../api/operations.js';
import type { Operation, ServiceDetail } from '../api/services.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { CodeBlock } from '../components/show/code-block.js';
import { formatJson } from '../try-it/format-json.js';
import { descriptionQuery } from './description.js';
import { ErrorList } from './error-list.js';
import { exampleQuery } from './example-query.js';
import { type ApiOperation, type OpenApiDocument, pathItemOf, responseOf, schemaOf } from './openapi.js';
import { OperationHeading, operationUrl } from './operation-heading.js';
import classes from './operation-reference.module.css';
import { ParameterTable } from './parameter-table.js';
import { SchemaFields } from './schema-fields.js';
import { Snippets } from './snippets.js';

/** One operation: parameters, request, response, errors and source code, from the OpenAPI document of the service. */
export function OperationReference({
  service,
  operation,
}: {
  readonly service: ServiceDetail;
  readonly operation: Operation;
}) {
  const { data: document, error, refetch } = useQuery(descriptionQuery(service.serviceId));
  const item = useMemo(() => document && pathItemOf(document, operation.name), [document, operation.name]);
  const isDeprecated = item?.post?.deprecated === true || item?.get?.deprecated === true;
  return (
    <Paper withBorder p="md" className={classes['operation'] ?? ''}>
      <Stack gap="md">
        <OperationHeading service={service} operation={operation} isDeprecated={isDeprecated} />
        <ErrorNotice error={error} onRetry={() => void refetch()} />
        {document === undefined && error === null && (
          <Text size="sm" role="status">
            Loading the OpenAPI document…
          </Text>
        )}
        {document !== undefined && item === undefined && (
          <Text size="sm">The OpenAPI document does not contain this operation.</Text>
        )}
        {document !== undefined && item !== undefined && (
          <Parts
            document={document}
            post={item.post}
            get={item.get}
            service={service}
            operation={operation}
          />
        )}
      </Stack>
    </Paper>
  );
}

function Parts({
  document,
  post,
  get,
  service,
  operation,
}: {
  readonly document: OpenApiDocument;
  readonly post: ApiOperation | undefined;
  readonly get: ApiOperation | undefined;
  readonly service: ServiceDetail;
  readonly operation: Operation;
}) {
  const { data: detail } = useQuery(operationQuery(service.serviceId, operation.name));
  const body = schemaOf(post?.requestBody?.content);
  const responses = Object.entries((post ?? get)?.responses ?? {});
  const success = responses.filter(([status]) => status.startsWith('2'));
  return (
    <>
      {get?.parameters !== undefined && get.parameters.length > 0 && (
        <section>
          <Title order={3}>Parameters of GET</Title>
          <ParameterTable document={document} parameters={get.parameters} />
        </section>
      )}
      {body !== undefined && (
        <section>
          <Title order={3}>Request</Title>
          <SchemaFields document={document} schema={body} />
          {detail !== undefined && (
            <CodeBlock
              code={formatJson(detail.savedExample ?? detail.exampleInput)}
              label="the example request"
              language="json"
            />
          )}
        </section>
      )}
      {success.map(([status, response]) => {
        const { description, content } = responseOf(document, response);
        const schema = schemaOf(content);
        return (
          <section key={status}>
            <Title order={3}>Response {status}</Title>
            {description !== undefined && <Text size="sm">{description}</Text>}
            {schema !== undefined && <SchemaFields document={document} schema={schema} />}
            {detail !== undefined && schema !== undefined && (
              <>
                <Text size="sm">
                  Example of <Code>result</Code>:
                </Text>
                <CodeBlock
                  code={formatJson(detail.exampleResult)}
                  label="the example result"
                  language="json"
                />
              </>
            )}
          </section>
        );
      })}
      <section>
        <Title order={3}>Errors</Title>
        <ErrorList document={document} responses={responses.filter(([status]) => Number(status) >= 400)} />
      </section>
      {detail !== undefined && (
        <section>
          <Title order={3}>Code</Title>
          <Snippets
            call={{
              url: operationUrl(service, operation),
              method: post === undefined ? 'GET' : 'POST',
              input: detail.savedExample ?? detail.exampleInput,
              query: exampleQuery(detail.queryParameters, detail.savedExample ?? detail.exampleInput),
              mode: 'call',
              soapHeaders: '',
              certificate: service.certificate?.file ?? undefined,
            }}
          />
        </section>
      )}
    </>
  );
}
