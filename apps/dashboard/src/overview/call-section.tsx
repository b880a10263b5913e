import { Input } from '@mantine/core';
import { API_KEY_HEADER } from '@soapstone/http-contract';
import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../api/operations.js';
import type { Operation, ServiceDetail } from '../api/services.js';
import { Section } from '../components/layout/section.js';
import { CertificateNote } from '../components/notices/certificate-note.js';
import { CodeBlock } from '../components/show/code-block.js';
import { CopyLine } from '../components/show/copy-line.js';
import { curlLine } from '../text/curl-line.js';

/** The base URL of the API, and one call to paste. */
export function CallSection({ service }: { readonly service: ServiceDetail }) {
  const shown = service.operations.find(({ readStyle }) => readStyle) ?? service.operations[0];
  return (
    <Section
      title="How to call it"
      description="Each operation has its own URL under this base URL. Send JSON, get JSON."
    >
      <Input.Wrapper component="div" labelElement="div" label="Base URL">
        <CopyLine value={service.proxyUrl} what="the base URL" />
      </Input.Wrapper>
      {shown !== undefined && <Example service={service} operation={shown} />}
    </Section>
  );
}

function Example({
  service: { serviceId, proxyUrl, certificate },
  operation,
}: {
  readonly service: ServiceDetail;
  readonly operation: Operation;
}) {
  const { data } = useQuery(operationQuery(serviceId, operation.name));
  // Reserves space while the example loads, so that the sections below do not move.
  const body = data === undefined ? '…' : (data.savedExample ?? data.exampleInput);
  const code = curlLine({
    url: `${proxyUrl}/${encodeURIComponent(operation.name)}`,
    headers: { [API_KEY_HEADER]: 'YOUR_KEY', 'Content-Type': 'application/json' },
    body,
    ...(certificate?.file == null ? {} : { certificate: certificate.file }),
  });
  return (
    <Input.Wrapper component="div" labelElement="div" label={`Example: ${operation.name}`}>
      <CodeBlock code={code} label={`the call of ${operation.name}`} />
      <CertificateNote certificate={certificate} />
    </Input.Wrapper>
  );
}
