import { createRequire } from 'node:module';
import { createClient } from '@soapstone/client';
import type { IsolatedContender } from '../isolated/isolate.js';
import { SHOP_WSDL } from '../mapper/decode-documents.js';
import { createNodeSoapClient, createStrongSoapClient } from '../mapper/peer-clients.js';

const require = createRequire(import.meta.url);
/** Its types are those of an ES module, but it is CommonJS. */
const soapRequest = require('easy-soap-request') as (
  request: Readonly<Record<'url' | 'xml', string> & { headers: Record<string, string> }>,
) => Promise<unknown>;

/** The URL of the call; its path is the size of the response. */
export interface Call {
  readonly url: string;
}

const ENVELOPE =
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
  '<ListRecords xmlns="urn:bench:shop"><limit>1</limit></ListRecords></soap:Body></soap:Envelope>';

/** Each makes one call and gets the result as its library returns it: values, or for easy-soap-request the text of the response. */
export function contendersOf({ url }: Call): readonly IsolatedContender[] {
  return [
    {
      name: '@soapstone/client',
      async prepare() {
        const shop = await createClient(SHOP_WSDL, { endpoint: url });
        return () => shop.$operation('ListRecords')({ limit: 1 });
      },
    },
    {
      name: 'node-soap',
      async prepare() {
        const client = await createNodeSoapClient(SHOP_WSDL);
        client.setEndpoint(url);
        return () => client.ListRecordsAsync({ limit: 1 });
      },
    },
    {
      name: 'strong-soap',
      async prepare() {
        const { client } = await createStrongSoapClient(SHOP_WSDL);
        client.setEndpoint(url);
        return async () => await client.ListRecords({ limit: 1 });
      },
    },
    {
      name: 'easy-soap-request (text, not parsed)',
      prepare: () => () =>
        soapRequest({
          url,
          headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '"r"' },
          xml: ENVELOPE,
        }),
    },
  ];
}
