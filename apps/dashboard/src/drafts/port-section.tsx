import { Alert, Badge, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { Draft, DraftPort } from '../api/drafts.js';
import { Section } from '../components/layout/section.js';
import { PolicyNotice } from '../components/notices/policy-notice.js';
import { callsService } from '../service/answers.js';
import { formatPlural } from '../text/format.js';
import classes from './drafts.module.css';
import { PortOperations } from './port-operations.js';

type PortName = Pick<DraftPort, 'service' | 'port'>;

/** The ports of the WSDL: which of them to publish, their addresses, and whether the gateway can call them. */
export function PortSection({
  draft,
  pending,
  onSelect,
  onEndpoint,
}: {
  readonly draft: Draft;
  /** The choice that is being saved, shown immediately. */
  readonly pending: readonly PortName[] | undefined;
  /** The chosen ports in order; empty means the default. */
  readonly onSelect: (ports: readonly PortName[]) => void;
  readonly onEndpoint: (endpoint: string | null) => void;
}) {
  const { ports, settings } = draft;
  const isCalled = callsService(settings.answers);
  const chosen: readonly PortName[] =
    pending ??
    settings.select?.ports ??
    ports.filter(({ selected }) => selected).map(({ service, port }) => ({ service, port }));
  const published = ports.flatMap(({ operations }) => operations.filter((each) => each.exposedAs !== null));
  const renamed = published.filter(({ name, exposedAs }) => name !== exposedAs).length;
  const isPort = (one: PortName) => (other: PortName) =>
    one.service === other.service && one.port === other.port;
  const offered = ports
    .filter(({ operations }) => operations.length > 0)
    .map(({ service, port }) => ({ service, port }));
  return (
    <Section
      title="Services and ports"
      description="Choose what this API offers. Ports of several services can be one API."
      actions={
        offered.length > 1 && (
          <Button
            variant="default"
            size="xs"
            disabled={chosen.length === offered.length}
            onClick={() => onSelect([...chosen, ...offered.filter((port) => !chosen.some(isPort(port)))])}
          >
            Select all ports
          </Button>
        )
      }
    >
      <Stack gap="md">
        {ports.map((port) => (
          <PortRow
            key={`${port.service}/${port.port}`}
            port={port}
            replaced={settings.endpoint !== null || !isCalled}
            checked={chosen.some(isPort(port))}
            disabled={port.operations.length === 0 || (chosen.length === 1 && chosen.some(isPort(port)))}
            onChange={(selected) => {
              const { service, port: name } = port;
              // Appended, so that existing operations keep their names.
              onSelect(
                selected
                  ? [...chosen, { service, port: name }]
                  : chosen.filter((other) => !isPort(port)(other)),
              );
            }}
          />
        ))}
        {ports.length === 0 && <Text size="sm">No SOAP port was found.</Text>}
        {isCalled ? (
          <EndpointField draft={draft} onEndpoint={onEndpoint} />
        ) : (
          <Text size="sm">Calls get examples from the WSDL: no SOAP service is called.</Text>
        )}
        <Text size="sm" fw={550} role="status">
          {formatPlural(published.length, 'operation')} will be published.
          {renamed > 0 &&
            ` ${formatPlural(renamed, 'operation')} share a name with another one and are named after their port.`}
        </Text>
      </Stack>
    </Section>
  );
}

function PortRow({
  port: { service, port, soapVersion, address, problem, security, operations },
  checked,
  replaced,
  disabled,
  onChange,
}: {
  readonly port: DraftPort;
  readonly checked: boolean;
  /** Whether its address is not called. */
  readonly replaced: boolean;
  readonly disabled: boolean;
  readonly onChange: (selected: boolean) => void;
}) {
  return (
    <div className={classes['port']}>
      <Checkbox
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        label={
          <Group gap="xs" component="span">
            <span className={classes['name']}>
              {service} / {port}
            </span>
            <Badge variant="light" color="gray" tt="none" component="span">
              SOAP {soapVersion}
            </Badge>
          </Group>
        }
        description={<span className={classes['name']}>{address ?? 'No endpoint in the WSDL'}</span>}
      />
      <Stack gap="xs" className={classes['details'] ?? ''}>
        {problem !== null && !replaced && (
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <IconAlertTriangle size={18} aria-hidden className={classes['warning'] ?? ''} />
            <Text size="sm" className={classes['name'] ?? ''}>
              {problem}
            </Text>
          </Group>
        )}
        {security !== null && <PolicyNotice demands={security} />}
        {security !== null && security.needs.length > 0 && (
          <Text size="sm">Add the credentials on the Connection page after publishing.</Text>
        )}
        <PortOperations operations={operations} />
      </Stack>
    </div>
  );
}

/** Overrides the WSDL's address. Offered only where that address cannot be called or was already replaced. */
function EndpointField({
  draft: { ports, settings, endpointProblem },
  onEndpoint,
}: {
  readonly draft: Draft;
  readonly onEndpoint: (endpoint: string | null) => void;
}) {
  const [text, setText] = useState(settings.endpoint ?? '');
  const unreachable = ports.some(
    ({ selected, problem, address }) => selected && (problem || address === null),
  );
  if (!unreachable && settings.endpoint === null) return null;
  const valid = text.trim() === '' || /^https?:\/\/[^\s@/]+/i.test(text.trim());
  const several = new Set(ports.filter(({ selected }) => selected).map(({ address }) => address)).size > 1;
  return (
    <Stack gap="xs">
      <TextInput
        label="Endpoint to call instead"
        description={
          several
            ? 'Replaces the address of every selected port. End it with /* to replace only the host and keep each path. Leave it empty to call the addresses in the WSDL.'
            : 'Leave it empty to call the address in the WSDL.'
        }
        placeholder="https://soap.example.com/service"
        maxLength={2048}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={() => {
          if (valid && text.trim() !== (settings.endpoint ?? '')) onEndpoint(text.trim() || null);
        }}
        error={valid ? undefined : 'The URL must begin with https:// or http://'}
      />
      {endpointProblem !== null && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {endpointProblem}
        </Alert>
      )}
    </Stack>
  );
}
