import { Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Port, type ServiceDetail, useChangeService } from '../api/services.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { useBase } from '../components/forms/use-base.js';
import { Section } from '../components/layout/section.js';
import { showDone } from '../components/notices/show-done.js';
import { formatPlural } from '../text/format.js';
import classes from './port-section.module.css';

type PortName = Pick<Port, 'service' | 'port'>;
const idOf = ({ service, port }: PortName) => `${service}/${port}`;

/** The ports of the WSDL, and which of them the API offers. */
export function PortSection({ service }: { readonly service: ServiceDetail }) {
  const { ports, settings } = service;
  // The order decides which operation keeps a name, so the stored order is used.
  const published: readonly PortName[] = settings.select?.ports ?? ports.filter(({ exposed }) => exposed);
  const before = published.map(idOf);
  const [chosen, setChosen] = useState<readonly string[]>(before);
  const [asking, setAsking] = useState(false);
  const callable = ports.filter(({ operations }) => operations > 0);
  const removed = before.filter((id) => !chosen.includes(id));
  const changed = removed.length > 0 || chosen.length !== before.length;
  const change = useChangeService(useBase(service, changed));

  function save() {
    const byId = new Map(ports.map((port) => [idOf(port), port]));
    const selected = chosen.flatMap((id) => {
      const found = byId.get(id);
      return found === undefined ? [] : [{ service: found.service, port: found.port }];
    });
    change.mutate(
      { settings: { select: { ports: selected } } },
      {
        onSuccess: () => {
          setAsking(false);
          showDone('Ports updated');
        },
      },
    );
  }

  return (
    <Section title="Ports" description="This WSDL has several ports. Choose the ones that this API offers.">
      <Stack gap="sm" role="group" aria-label="Ports">
        {callable.map((port) => (
          <PortChoice
            key={idOf(port)}
            port={port}
            checked={chosen.includes(idOf(port))}
            onChange={(checked) =>
              // Appended, so that published operations keep their names.
              setChosen(checked ? [...chosen, idOf(port)] : chosen.filter((id) => id !== idOf(port)))
            }
          />
        ))}
      </Stack>
      <Group gap="sm">
        <Button
          variant="default"
          onClick={() => setAsking(true)}
          disabled={!changed || chosen.length === 0}
          loading={change.isPending && !asking}
        >
          Change ports
        </Button>
        {chosen.length === 0 && (
          <Text size="sm" c="dimmed">
            Choose at least one port.
          </Text>
        )}
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Change the published ports?"
        confirm="Change ports"
        tone={removed.length > 0 ? 'danger' : 'plain'}
        pending={change.isPending}
        error={change.error}
        onConfirm={save}
      >
        <Text size="sm">
          {removed.length > 0
            ? `Clients can no longer call the operations of ${removed.join(', ')} unless another chosen port has them too.`
            : 'The operations of the added ports become callable. The ones that are published keep their names.'}{' '}
          The change takes effect immediately for all clients.
        </Text>
      </ConfirmDialog>
    </Section>
  );
}

function PortChoice({
  port,
  checked,
  onChange,
}: {
  readonly port: Port;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <Checkbox
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      label={
        <Group gap="xs" component="span">
          <span className={classes['name']}>{`${port.service} / ${port.port}`}</span>
          {port.exposed && (
            <Badge size="sm" variant="light" tt="none" component="span">
              Published
            </Badge>
          )}
        </Group>
      }
      description={
        <span className={classes['name']}>
          SOAP {port.soapVersion}, {formatPlural(port.operations, 'operation')}
          {port.address !== null && `, at ${port.address}`}
          {port.problem !== null && `. ${port.problem}`}
        </span>
      }
    />
  );
}
