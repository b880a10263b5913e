import type { Loose, LooseObject } from '../loosely-typed-values.js';

const ORDER: LooseObject = {
  attributes: { id: 7, channel: 'web' },
  customer: 'Ada & Söhne <1>',
  total: { attributes: { currency: 'EUR' }, $value: 12.5 },
  placed: '2026-01-02T03:04:05Z',
  day: '2026-01-02',
  paid: true,
  serial: 42,
  ratio: 0.25,
  state: 'open',
  item: [{ sku: 'A-1', quantity: 2 }],
  tag: ['new'],
  address: 'Main Street 1',
  photo: 'AQID',
};

/** The functions behind both services, in the form of node-soap. They return texts for dates: node-soap does not print a `Date`. */
export const services: LooseObject = {
  Shop: {
    ShopPort: {
      GetOrder({ id }: LooseObject) {
        if (id === 404) return { order: { customer: '' } };
        return { order: { ...ORDER, attributes: { id, channel: 'web' } } };
      },
      PlaceOrder({ order }: LooseObject, callback: (result: Loose) => void) {
        setImmediate(callback, { order: { ...order, placed: undefined, day: undefined } });
      },
      async FindOrders({ customer, limit = 2 }: LooseObject) {
        const order = Array.from({ length: limit }, (_, index) => ({ customer: `${customer} ${index}` }));
        return { order, count: limit };
      },
      Fail({ kind }: LooseObject, callback: (error: Loose) => void) {
        switch (kind) {
          case 'soap11':
            throw {
              Fault: {
                faultcode: 'soap:Server',
                faultstring: 'out of stock',
                detail: { Problem: { attributes: { xmlns: 'urn:example:shop' }, code: 5, hint: 'later' } },
              },
            };
          case 'soap12':
            throw {
              Fault: {
                Code: { Value: 'soap:Sender', Subcode: { Value: 'rpc:BadArguments' } },
                Reason: { Text: 'Processing Error' },
                statusCode: 400,
              },
            };
          case 'callback':
            callback({ Fault: { faultcode: 'soap:Client', faultstring: 'called back' } });
            return undefined;
          case 'promise':
            return Promise.reject({ Fault: { faultcode: 'soap:Server', faultstring: 'rejected' } });
          case 'rejected-error':
            return Promise.reject(new Error('no fault'));
          default:
            throw new Error(`unexpected ${kind}`);
        }
      },
      Notify: () => undefined,
      Ping: () => ({}),
      Echo: ({ text }: LooseObject) => ({ text }),
      'dashed-name': ({ text }: LooseObject) => ({ text: `-${text}-` }),
    },
  },
  Sums: {
    SumsPort: {
      add: ({ a, b }: LooseObject) => ({ sum: Number(a) + Number(b) }),
      swap: ({ pair }: LooseObject) => ({ pair: { left: pair.right, right: pair.left } }),
    },
  },
};
