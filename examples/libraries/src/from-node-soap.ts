/** The same calls twice: with node-soap, and with `@soapstone/client`. docs/from-node-soap.md explains the differences. */
import { createClient, SoapFaultError } from '@soapstone/client';
import soap from 'soap';

const [, , wsdl = 'http://127.0.0.1:8088/?wsdl'] = process.argv;

const before = await soap.createClientAsync(wsdl);
const [{ user }] = await before['GetUserAsync']({ userId: 1001 });
console.log('node-soap:', user.attributes, user.name);

const after = await createClient(wsdl);
const found = await after.$operation('GetUser')({ userId: 1001 });
console.log('soapstone:', found['@id'], found['name']);

await before['GetUserAsync']({ userId: 5 }).catch((error: { root: { Envelope: unknown } }) => {
  console.log('node-soap:', JSON.stringify(error.root.Envelope).includes('UserNotFound'));
});
await after
  .$operation('GetUser')({ userId: 5 })
  .catch((error: unknown) => {
    if (error instanceof SoapFaultError) console.log('soapstone:', error.faultName);
  });
