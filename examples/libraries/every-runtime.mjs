/** The program that `pnpm run check:runtimes` runs on every runtime; its argument is the address of the example's WSDL. */
import { createClient, SoapFaultError } from '@soapstone/client';
import { createMapper, stringify } from '@soapstone/json-xml-mapper';
import { generateOpenApi } from '@soapstone/openapi-generator';
import { createMemoryLimiter } from '@soapstone/rate-limiter';
import { createRestApi } from '@soapstone/rest';
import { parseWsdlText } from '@soapstone/wsdl-parser';

const [, , wsdl] = process.argv;
const directory = await createClient(wsdl, { numbers: 'bigint' });
const { name } = await directory.GetUser({ userId: 9007199254740993n });
let fault;
try {
  await directory.GetUser({ userId: 5 });
} catch (error) {
  if (error instanceof SoapFaultError) fault = error.faultName;
}
const api = await createRestApi(wsdl);
const response = await api.fetch(
  new Request('http://localhost/GetUser', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"userId": 9007199254740993}',
  }),
);
const text = await response.text();
const { model } = await parseWsdlText('<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" name="Empty"/>');
const limiter = createMemoryLimiter();
const first = await limiter.consume({ account: 'a', limits: { perMinute: 1 } });
const second = await limiter.consume({ account: 'a', limits: { perMinute: 1 } });
console.log(
  stringify({
    name,
    fault,
    status: response.status,
    exact: text.includes('"@id":9007199254740993'),
    paths: Object.keys(generateOpenApi(createMapper(directory.$model)).paths),
    model: model.name,
    limiter: [first.allowed, second.allowed],
  }),
);
await Promise.all([directory.$close(), api.close()]);
