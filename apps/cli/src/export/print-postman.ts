import { defined } from '@soapstone/options/defined';
import { type ExportedCollection, type ExportedRequest, notesOf, printTemplate } from './collect-requests.js';
import { fileName } from './file-name.js';
import { NEW_UUID } from './soap-headers.js';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Prints a collection for Postman, version 2.1, including its variables. */
export function printPostman({ name, folders, variables }: ExportedCollection): ReadonlyMap<string, string> {
  const collection = {
    info: { name, schema: SCHEMA },
    item: folders.map((folder) => ({ name: folder.name, item: folder.requests.map(itemOf) })),
    variable: [...variables].map(([key, value]) => ({ key, value, type: 'string' })),
  };
  return new Map([[`${fileName(name)}.postman_collection.json`, `${JSON.stringify(collection, null, 2)}\n`]]);
}

function itemOf(request: ExportedRequest): unknown {
  const { name, form, url, headers, body } = request;
  const description = notesOf(request);
  const variable = (each: string): string => (each === NEW_UUID ? '{{$guid}}' : `{{${each}}}`);
  const [host = '', path = ''] = url.map((piece) => printTemplate([piece], variable));
  const [pathname = '', query] = path.split('?');
  return {
    name,
    request: {
      method: 'POST',
      header: headers.map(([key, value]) => ({ key, value: printTemplate(value, variable) })),
      body: {
        mode: 'raw',
        raw: printTemplate(body, variable),
        options: { raw: { language: form === 'json' ? 'json' : 'xml' } },
      },
      url: {
        raw: host + path,
        host: [host],
        path: pathname.split('/').slice(1),
        ...(query === undefined
          ? {}
          : {
              query: query
                .split('&')
                .map((pair) => ({ key: pair.split('=')[0], value: pair.split('=').slice(1).join('=') })),
            }),
      },
      ...defined({ description }),
    },
    response: [],
  };
}
