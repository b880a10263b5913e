import { fileURLToPath } from 'node:url';
import { routesContract } from '@soapstone/http-contract';
import { createMapper } from '@soapstone/json-xml-mapper';
import { checkDesign, type Design } from '@soapstone/json-xml-mapper/design';
import { generateOpenApi, toOpenApi30 } from '@soapstone/openapi-generator';
import { parseWsdl } from '@soapstone/wsdl-parser';
import { openLocal } from '@soapstone/wsdl-parser/file';
import { expect, test } from 'vitest';
import { compileTypes, typesOf } from './openapi/generated-types.js';
import { createDocumentJudge } from './openapi/judge-document.js';

const EXAMPLE = fileURLToPath(new URL('../../examples/user-directory/user-directory.wsdl', import.meta.url));
const DESIGN: Design = {
  base: '/v1',
  operations: {
    GetUser: { route: 'GET /users/{userId}', faults: { UserNotFound: 404 } },
    ListUsers: { route: 'GET /users' },
    CreateUser: {
      route: 'POST /users',
      body: 'user',
      status: 201,
      location: '/users/{result.userId}',
      faults: { NotPermitted: 403 },
    },
  },
};

test('the document of routes passes the validators, and its types compile', {
  timeout: 120_000,
}, async () => {
  const { location, resolve } = await openLocal(EXAMPLE);
  const { model } = await parseWsdl(location, { resolve });
  expect(checkDesign(model, DESIGN).problems).toEqual([]);
  const place = { baseUrl: 'https://gateway.soapstone.test', accountId: 'acc_1', serviceSlug: 'users' };
  const options = { ...routesContract(place), routes: DESIGN };
  const document = generateOpenApi(createMapper(model, { design: DESIGN }), options);
  expect(Object.keys(document.paths)).toEqual(['/v1/users/{userId}', '/v1/users']);
  const judge = await createDocumentJudge();
  const types = new Map<string, string>();
  for (const each of [document, toOpenApi30(document)]) {
    const text = JSON.stringify(each);
    expect(await judge.judge(text)).toEqual({ validator: [], linter: [], spectral: [] });
    types.set(`/routes.${each.openapi}.ts`, await typesOf(text));
  }
  expect(await compileTypes(types)).toEqual([]);
});
