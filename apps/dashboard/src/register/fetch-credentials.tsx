import { Stack, Text } from '@mantine/core';
import { AccessFields, type FetchAccess } from '../components/forms/access-fields.js';
import classes from './fetch-credentials.module.css';

/** The credentials for fetching a WSDL; expanded if the server asked for some. */
export function FetchCredentials({
  access,
  onChange,
  asked,
}: {
  readonly access: FetchAccess;
  readonly onChange: (access: FetchAccess) => void;
  readonly asked: boolean;
}) {
  return (
    <details className={classes['more']} open={asked || access.kind !== 'none'}>
      <summary>The WSDL needs a login</summary>
      <Stack gap="md" mt="md">
        <AccessFields access={access} onChange={onChange} />
        <Text size="sm" c="dimmed">
          Used to fetch the WSDL, for this server only. You choose before you publish whether it is kept.
        </Text>
      </Stack>
    </details>
  );
}
