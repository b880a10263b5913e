/**
 * The program that `pnpm run check:runtimes` runs on every runtime. Its arguments are the address of the example's WSDL, and the files of a
 * certificate and its key, in PEM.
 */
import { readFileSync } from 'node:fs';
import {
  createClient,
  decryptResponses,
  encryptRequests,
  SoapFaultError,
  verifyResponses,
  x509Signature,
} from '@soapstone/client';
import { createMapper, stringify } from '@soapstone/json-xml-mapper';
import { generateOpenApi } from '@soapstone/openapi-generator';
import { createMemoryLimiter } from '@soapstone/rate-limiter';
import { createRestApi } from '@soapstone/rest';
import { createSoapServer } from '@soapstone/server';
import { parseWsdlText } from '@soapstone/wsdl-parser';

const [, , wsdl, certificateFile, keyFile] = process.argv;
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
const certificate = readFileSync(certificateFile, 'utf8');
const privateKey = readFileSync(keyFile, 'utf8');
const server = await createSoapServer(
  directory.$model,
  {},
  {
    fallback: (_input, context) => context.example(),
    security: {
      verify: { certificates: certificate },
      decryption: { privateKey },
      respond: {
        timestamp: {},
        signature: { certificate, privateKey },
        encryption: {},
        signatureConfirmation: true,
      },
    },
  },
);
let sent = '';
const secured = await createClient(directory.$model, {
  endpoint: 'http://directory.test/',
  fetch: async (url, init) => {
    const request = new Request(url, init);
    sent = await request.clone().text();
    return await server.fetch(request);
  },
  security: [
    x509Signature({ certificate, privateKey, timestamp: 60 }),
    encryptRequests({ certificate }),
    verifyResponses({ certificates: certificate, signatureConfirmation: true }),
    decryptResponses({ privateKey }),
  ],
});
const opened = await secured.GetUser({ userId: 1001 });
console.log(
  stringify({
    name,
    fault,
    status: response.status,
    exact: text.includes('"@id":9007199254740993'),
    paths: Object.keys(generateOpenApi(createMapper(directory.$model)).paths),
    model: model.name,
    limiter: [first.allowed, second.allowed],
    signed: sent.includes('SignatureValue') && !sent.includes('1001') && opened.name !== undefined,
  }),
);
await Promise.all([directory.$close(), secured.$close(), api.close()]);
