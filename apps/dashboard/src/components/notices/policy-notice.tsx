import { Alert, Checkbox, List, Stack, Text } from '@mantine/core';
import type { SecurityDemands } from '../../api/services.js';

/** The requirements of the WSDL's security policy: what to supply, or what is not supported. */
export function PolicyNotice({
  demands: { state, wants, needs, legacy, gaps, notes },
  allowLegacy,
  onAllowLegacy,
}: {
  readonly demands: SecurityDemands;
  readonly allowLegacy?: boolean;
  /** Called when the owner accepts broken algorithms. Without it, nothing can be accepted here. */
  readonly onAllowLegacy?: (allowed: boolean) => void;
}) {
  const title = {
    supported: 'Security policy of the WSDL',
    legacy: 'The security policy of the WSDL asks for broken algorithms',
    unsupported: 'The security policy of the WSDL is not fully supported',
  }[state];
  return (
    <Alert color={state === 'supported' ? 'blue' : 'yellow'} title={title}>
      <Stack gap="xs">
        {wants.length > 0 && <Text size="sm">The service requires: {wants.join('; ')}.</Text>}
        <Lines title="Supply:" lines={needs.map(({ text }) => text)} />
        <Lines
          title="Not supported:"
          lines={gaps.map(({ assertion, reason }) => `${assertion}: ${reason}`)}
        />
        <Lines
          title="Broken algorithms:"
          lines={legacy.map(({ assertion, reason }) => `${assertion} asks for ${reason}`)}
        />
        {legacy.length > 0 && onAllowLegacy !== undefined && (
          <Checkbox
            label="Use them anyway"
            description="Otherwise SHA-256 and AES-GCM are used, which the service may refuse"
            checked={allowLegacy ?? false}
            onChange={({ currentTarget }) => onAllowLegacy(currentTarget.checked)}
          />
        )}
        <Lines title="Note:" lines={notes} />
      </Stack>
    </Alert>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <Text size="sm">{title}</Text>
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </div>
  );
}
