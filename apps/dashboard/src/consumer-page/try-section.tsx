import { Badge, Button, Group, PasswordInput, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '../api/requests/use-action.js';
import type { Parameter } from '../api-reference/openapi.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { CodeBlock } from '../components/show/code-block.js';
import { formatBytes } from '../text/format.js';
import { formatJson } from '../try-it/format-json.js';
import { HeaderTable } from '../try-it/header-table.js';
import outcomeClasses from '../try-it/trial-outcome.module.css';
import { type CallValues, type Method, pathOf } from './call.js';
import { type Received, SHOWN_CHARACTERS, sendCall } from './send-call.js';
import type { PageOperation } from './visit.js';

/** Text that can be a key: its characters fit into a header. */
const KEY = /^[\x21-\x7e]+$/;

/** A call with the visitor's own key, from this page to the gateway. */
export function TrySection({
  operation,
  method,
  parameters,
  example,
  apiKey,
  onKey,
}: {
  readonly operation: PageOperation;
  readonly method: Method;
  readonly parameters: readonly Parameter[];
  readonly example: CallValues;
  readonly apiKey: string;
  readonly onKey: (key: string) => void;
}) {
  const [values, setValues] = useState<CallValues>(() => ({
    ...example,
    body: example.body === null ? null : formatJson(example.body),
  }));
  const [isChecked, setChecked] = useState(false);
  const call = useAction({ mutationFn: sendCall });
  const outcome = useRef<HTMLDivElement>(null);
  const { data, error } = call;
  useEffect(() => {
    if (data !== undefined || error !== null) outcome.current?.focus({ preventScroll: false });
  }, [data, error]);
  const asked = parameters.filter(({ in: place }) => place === 'path' || place === 'query');
  const missing = asked.filter(
    ({ name, in: place }) => place === 'path' && (values.parameters[name]?.[0] ?? '') === '',
  );
  const keyProblem = KEY.test(apiKey.trim()) ? undefined : 'Enter the API key that the owner gave you.';
  const set = (name: string, texts: readonly string[]) =>
    setValues({ ...values, parameters: { ...values.parameters, [name]: texts } });
  return (
    <section>
      <Title order={3}>Try it</Title>
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (keyProblem !== undefined || missing.length > 0 || call.isPending) return;
          call.mutate({
            method,
            path: pathOf(operation.path, parameters, values),
            body: values.body,
            key: apiKey.trim(),
          });
        }}
      >
        <Stack gap="sm" maw={640}>
          <PasswordInput
            label="API key"
            description="Stays in this tab until you close or reload it. The request is real and counts toward the quota."
            autoComplete="off"
            spellCheck={false}
            value={apiKey}
            onChange={(event) => onKey(event.currentTarget.value)}
            error={isChecked ? keyProblem : undefined}
            visibilityToggleButtonProps={{ 'aria-label': 'Show API key' }}
          />
          {asked.map((parameter) => (
            <ParameterInput
              key={`${parameter.in} ${parameter.name}`}
              parameter={parameter}
              values={values.parameters[parameter.name] ?? []}
              problem={isChecked && missing.includes(parameter) ? `Enter ${parameter.name}.` : undefined}
              onChange={(texts) => set(parameter.name, texts)}
            />
          ))}
          {values.body !== null && (
            <Textarea
              label="JSON"
              autosize
              minRows={4}
              maxRows={24}
              spellCheck={false}
              value={values.body}
              onChange={(event) => setValues({ ...values, body: event.currentTarget.value })}
              styles={{
                input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' },
              }}
            />
          )}
          <Group>
            <Button
              type="submit"
              loading={call.isPending}
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
            >
              Send request
            </Button>
          </Group>
        </Stack>
      </form>
      <div ref={outcome} tabIndex={-1} className={outcomeClasses['outcome']} aria-live="polite">
        <ErrorNotice error={error} />
        {data !== undefined && error === null && <Outcome received={data} />}
      </div>
    </section>
  );
}

function ParameterInput({
  parameter: { name, required, schema },
  values,
  problem,
  onChange,
}: {
  readonly parameter: Parameter;
  readonly values: readonly string[];
  readonly problem: string | undefined;
  readonly onChange: (values: readonly string[]) => void;
}) {
  const label = required === true ? `${name} (required)` : name;
  if (schema?.type === 'array') {
    return (
      <Textarea
        label={label}
        description="One per line."
        autosize
        minRows={1}
        maxRows={8}
        value={values.join('\n')}
        onChange={(event) => {
          const text = event.currentTarget.value;
          onChange(text === '' ? [] : text.split('\n'));
        }}
      />
    );
  }
  return (
    <TextInput
      label={label}
      value={values[0] ?? ''}
      error={problem}
      onChange={(event) => {
        const text = event.currentTarget.value;
        onChange(text === '' ? [] : [text]);
      }}
    />
  );
}

function Outcome({ received }: { readonly received: Received }) {
  const { status, ms, headers, text } = received;
  return (
    <Stack gap="xs" mt="md">
      <Group gap="xs">
        <Badge size="lg" variant="light" tt="none" color={status < 400 ? 'soap' : 'red'}>
          {status}
        </Badge>
        <Text size="sm" c="dimmed">
          {ms} ms
        </Text>
      </Group>
      {text === '' ? (
        <Text size="sm">The response has no body.</Text>
      ) : (
        <CodeBlock
          code={formatJson(text.slice(0, SHOWN_CHARACTERS))}
          label="the response"
          {...(text.length <= SHOWN_CHARACTERS && { language: 'json' as const })}
        />
      )}
      {text.length > SHOWN_CHARACTERS && (
        <Text size="xs" c="dimmed">
          The beginning of {formatBytes(text.length)}.
        </Text>
      )}
      <HeaderTable headers={headers} />
    </Stack>
  );
}
