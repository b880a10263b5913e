import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import soap from 'soap';
import { createUser, getUser, listUsers } from './users.mjs';

/** @import { AddressInfo } from 'node:net' */

const PATH = '/user-directory';
const folder = new URL('./', import.meta.url);

/** These types arrive as the text that was sent: node-soap would read a long as a number and a date as a `Date`. */
const asText = Object.fromEntries(
  ['long', 'decimal', 'int', 'date', 'dateTime'].map((type) => [type, (/** @type {string} */ text) => text]),
);

/**
 * Serves the example with node-soap's server on loopback: its WSDL under `?wsdl`, and its schema next to it.
 * Resolves to the address of the WSDL and to a function that stops the server.
 */
export async function startSoapServer(port = 0) {
  const read = (/** @type {string} */ name) => readFile(new URL(name, folder), 'utf8');
  const [wsdl, xsd] = await Promise.all([read('user-directory.wsdl'), read('user-directory.xsd')]);
  const server = createServer((request, response) => {
    if (request.url === '/user-directory.xsd') {
      response.writeHead(200, { 'Content-Type': 'application/xml; charset=utf-8' }).end(xsd);
    } else {
      response.writeHead(404).end();
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: listening } = /** @type {AddressInfo} */ (server.address());
  const address = `http://127.0.0.1:${listening}${PATH}`;
  await /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      soap.listen(server, {
        path: PATH,
        // The WSDL in the file names the port for running the example by hand.
        xml: wsdl.replace('http://127.0.0.1:8088/user-directory', address),
        // node-soap looks for the imported schema at this path.
        uri: fileURLToPath(new URL('user-directory.wsdl', folder)),
        services: {
          UserDirectory: {
            UserDirectorySoap: {
              GetUser: (input) => getUser(input),
              // An element without children arrives as null.
              ListUsers: (input) => listUsers(input ?? {}),
              CreateUser: (input, _callback, headers) => createUser(input, headers?.Session?.token),
            },
          },
        },
        // The types of node-soap have this option for clients only.
        ...{ customDeserializer: asText },
        suppressStack: true,
        callback: (/** @type {unknown} */ error) => (error ? reject(error) : resolve()),
      });
    })
  );
  return {
    address,
    wsdlAddress: `${address}?wsdl`,
    async stop() {
      const stopped = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await stopped;
    },
  };
}
