import { Code, Text } from '@mantine/core';
import type { ServiceDetail } from '../../api/services.js';

/** Explains how clients trust a self-signed certificate. Renders nothing for other certificates. */
export function CertificateNote({ certificate }: Pick<ServiceDetail, 'certificate'>) {
  if (certificate === null) return null;
  return (
    <Text size="xs" c="dimmed" mt={4}>
      The gateway’s certificate is self-signed.{' '}
      {certificate.file === null ? (
        <>
          Ask the gateway’s operator for <Code>tls/cert.pem</Code> and pass it to curl with{' '}
          <Code>--cacert</Code>.
        </>
      ) : (
        'The command trusts it; programs must trust the same file.'
      )}
    </Text>
  );
}
