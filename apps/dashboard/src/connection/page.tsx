import { Stack } from '@mantine/core';
import { useShownService } from '../service/use-shown-service.js';
import { CredentialsSection } from './credentials-section.js';
import { EndpointSection } from './endpoint-section.js';
import { HeadersSection } from './headers-section.js';
import { OldServersSection } from './old-servers-section.js';
import { ProxySection } from './proxy-section.js';
import { TestSection } from './test-section.js';

/** The connection to the SOAP service: its address, timeout and credentials. */
export function ConnectionPage() {
  const service = useShownService('Connection');
  return (
    <Stack gap="lg">
      <TestSection service={service} />
      <EndpointSection service={service} />
      <CredentialsSection service={service} />
      <HeadersSection service={service} />
      <ProxySection service={service} />
      <OldServersSection service={service} />
    </Stack>
  );
}
