import { Button, Group, Stack } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import type { OperationDetail } from '../api/operations.js';
import type { Operation, ServiceDetail } from '../api/services.js';
import { type TrialRequest, useTryOperation } from '../api/trials.js';
import { ErrorNotice } from '../components/error-notice.js';
import { Section } from '../components/section.js';
import { CopyAs } from './copy-as.js';
import { formatJson } from './format-json.js';
import { InputEditor } from './input-editor.js';
import { QueryInput } from './query-input.js';
import { SoapHeadersInput, soapHeadersProblem } from './soap-headers-input.js';
import { TrialChoices } from './trial-choices.js';
import { TrialOutcome } from './trial-outcome.js';

const BUTTON = { call: 'Send request', dryRun: 'Show SOAP request', mock: 'Get mock response' };

/** What is sent, the button that sends it, and what came of it. */
export function TrialForm({
  service,
  operation,
  detail,
}: {
  readonly service: ServiceDetail;
  readonly operation: Operation;
  readonly detail: OperationDetail;
}) {
  const [input, setInput] = useState(() => formatJson(detail.exampleInput));
  const [query, setQuery] = useState('');
  const [soapHeaders, setSoapHeaders] = useState('');
  const [mode, setMode] = useState<TrialRequest['mode']>('call');
  const [wantedMethod, setMethod] = useState<TrialRequest['method']>('POST');
  const method = operation.methods.includes(wantedMethod) ? wantedMethod : (operation.methods[0] ?? 'POST');
  const trial = useTryOperation(service.serviceId, operation.name);
  const request = { method, mode, input, query, soapHeaders };
  const takesHeaders = detail.headerBlocks.length > 0 || service.settings.allowUndeclaredHeaders;
  return (
    <Stack gap="lg">
      <Section
        title="Input"
        actions={
          <CopyAs call={{ ...request, url: `${service.proxyUrl}/${encodeURIComponent(operation.name)}` }} />
        }
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (soapHeadersProblem(soapHeaders) === undefined) trial.mutate(request);
          }}
        >
          <Stack gap="md">
            <TrialChoices
              service={service}
              methods={operation.methods}
              method={method}
              onMethod={setMethod}
              mode={mode}
              onMode={setMode}
            />
            {method === 'POST' ? (
              <InputEditor
                serviceId={service.serviceId}
                operation={operation.name}
                value={input}
                onChange={setInput}
                onReset={() => setInput(formatJson(detail.exampleInput))}
              />
            ) : (
              <QueryInput parameters={detail.queryParameters} value={query} onChange={setQuery} />
            )}
            {takesHeaders && (
              <SoapHeadersInput blocks={detail.headerBlocks} value={soapHeaders} onChange={setSoapHeaders} />
            )}
            <Group>
              <Button
                type="submit"
                loading={trial.isPending}
                leftSection={<IconPlayerPlay size={18} aria-hidden />}
              >
                {BUTTON[mode]}
              </Button>
            </Group>
          </Stack>
        </form>
      </Section>
      <ErrorNotice error={trial.error} />
      <div aria-live="polite">{trial.data !== undefined && <TrialOutcome trial={trial.data} />}</div>
    </Stack>
  );
}
