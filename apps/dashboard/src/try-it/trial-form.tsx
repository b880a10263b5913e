import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { OperationDetail } from '../api/operations.js';
import { useChange } from '../api/requests/use-change.js';
import type { Operation, ServiceDetail } from '../api/services.js';
import type { TrialRequest } from '../api/trials.js';
import { Section } from '../components/layout/section.js';
import { CertificateNote } from '../components/notices/certificate-note.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { CopyAs } from './copy-as.js';
import { useDraft } from './drafts.js';
import { formatJson } from './format-json.js';
import { lastCall, remember, type TriedCall } from './history.js';
import { HistorySection } from './history-section.js';
import { InputEditor } from './input-editor.js';
import { QueryInput } from './query-input.js';
import { SoapHeadersInput, soapHeadersProblem } from './soap-headers-input.js';
import { TrialChoices } from './trial-choices.js';
import { TrialOutcome } from './trial-outcome.js';
import classes from './trial-outcome.module.css';

const BUTTON = { call: 'Send request', dryRun: 'Show SOAP request', mock: 'Get mock response' };

interface Trial {
  readonly service: ServiceDetail;
  readonly operation: Operation;
  readonly detail: OperationDetail;
}

/** The input, the send button, and the response. */
export function TrialForm({
  service,
  operation,
  detail,
  onShowOther,
}: Trial & {
  /** Switches to a call of another operation in the history. */
  readonly onShowOther: (call: TriedCall) => void;
}) {
  const [draft, change] = useDraft(service.serviceId, operation.name, () => ({
    method: operation.methods[0] ?? 'POST',
    mode: 'call',
    input: formatJson(detail.savedExample ?? detail.exampleInput),
    query: '',
    soapHeaders: '',
  }));
  const method = operation.methods.includes(draft.method) ? draft.method : (operation.methods[0] ?? 'POST');
  const { mode, input, query, soapHeaders } = draft;
  const request = { method, mode, input, query, soapHeaders };
  const trial = useChange('post', '/api/manage/services/{serviceId}/operations/{operation}/try', {
    // The call was charged and logged.
    reloads: [['usage'], ['calls'], ['session']],
  });
  const [shown, setShown] = useState(() => lastCall(service.serviceId, operation.name));
  const outcome = useOutcomeFocus(shown, trial.error);
  const url = `${service.proxyUrl}/${encodeURIComponent(operation.name)}`;

  function send() {
    if (trial.isPending || soapHeadersProblem(soapHeaders) !== undefined) return;
    const path = { serviceId: service.serviceId, operation: operation.name };
    trial.mutate(
      { path, body: request },
      {
        onSuccess: (answer) =>
          setShown(
            remember(service.serviceId, {
              at: new Date().toISOString(),
              operation: operation.name,
              request,
              trial: answer,
            }),
          ),
      },
    );
  }

  return (
    <Stack gap="lg">
      <Section
        title="Input"
        actions={<CopyAs call={{ ...request, url, certificate: service.certificate?.file ?? undefined }} />}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            send();
          }}
        >
          <Stack gap="md">
            <Text size="sm" className={classes['address'] ?? ''}>
              <b>{method}</b> {method === 'GET' && query !== '' ? `${url}?${query}` : url}
            </Text>
            <CertificateNote certificate={service.certificate} />
            <RequestFields
              service={service}
              operation={operation}
              detail={detail}
              request={request}
              onChange={change}
            />
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
      <div ref={outcome} tabIndex={-1} className={classes['outcome']} aria-live="polite">
        <ErrorNotice error={trial.error} />
        {shown !== undefined && (
          <TrialOutcome key={shown.id} call={shown} isEdited={!isSame(shown.request, request)} />
        )}
      </div>
      <HistorySection
        serviceId={service.serviceId}
        shown={shown}
        onShow={(call) => {
          if (call.operation === operation.name) {
            trial.reset();
            change(call.request);
            setShown(call);
          } else onShowOther(call);
        }}
      />
    </Stack>
  );
}

/** The input of a trial call: method and mode, then a JSON input or a query string, then SOAP headers. */
function RequestFields({
  service,
  operation,
  detail,
  request: { method, mode, input, query, soapHeaders },
  onChange,
}: Trial & {
  readonly request: TrialRequest;
  readonly onChange: (change: Partial<TrialRequest>) => void;
}) {
  const { exampleInput, savedExample, headerBlocks, queryParameters, inputSchema } = detail;
  const examples = {
    initial: formatJson(savedExample ?? exampleInput),
    all: formatJson(exampleInput),
    inputSchema,
  };
  return (
    <>
      <TrialChoices
        service={service}
        methods={operation.methods}
        method={method}
        onMethod={(chosen) => onChange({ method: chosen })}
        mode={mode}
        onMode={(chosen) => onChange({ mode: chosen })}
      />
      {method === 'POST' ? (
        <InputEditor
          serviceId={service.serviceId}
          operation={operation.name}
          value={input}
          saved={detail}
          onChange={(text) => onChange({ input: text })}
          examples={examples}
        />
      ) : (
        <QueryInput
          parameters={queryParameters}
          value={query}
          onChange={(text) => onChange({ query: text })}
        />
      )}
      {(headerBlocks.length > 0 || service.settings.allowUndeclaredHeaders) && (
        <SoapHeadersInput
          blocks={headerBlocks}
          value={soapHeaders}
          onChange={(text) => onChange({ soapHeaders: text })}
        />
      )}
    </>
  );
}

/** Returns a ref for the outcome, which gets the focus when the response to the pressed button arrives, but not for an earlier response. */
function useOutcomeFocus(shown: TriedCall | undefined, error: unknown) {
  const outcome = useRef<HTMLDivElement>(null);
  const first = useRef(shown);
  useEffect(() => {
    if (error === null && shown === first.current) return;
    outcome.current?.focus({ preventScroll: true });
    outcome.current?.scrollIntoView({ block: 'start' });
  }, [shown, error]);
  return outcome;
}

function isSame(sent: TrialRequest, request: TrialRequest): boolean {
  return (Object.keys(sent) as (keyof TrialRequest)[]).every((name) => sent[name] === request[name]);
}
