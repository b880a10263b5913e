/** Calls an operation with its own types, exact numbers and a typed fault. */
import { createClient, SoapFaultError } from '@soapstone/client';

interface Operations {
  GetUser: {
    input: { userId: number | bigint };
    result: { name: string; salary?: { $value: string; '@currency'?: string } };
  };
}

const [, , wsdl = 'http://127.0.0.1:8088/?wsdl'] = process.argv;
const directory = await createClient<Operations>(wsdl, { numbers: 'bigint' });

// No double holds this number.
const { name, salary } = await directory.GetUser({ userId: 9007199254740993n });
console.log(`${name} earns ${salary?.$value} ${salary?.['@currency']}`);

try {
  await directory.GetUser({ userId: 5 });
} catch (error) {
  if (!(error instanceof SoapFaultError)) throw error;
  console.log(error.faultName, error.detail);
}
