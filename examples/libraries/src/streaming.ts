/** Reads a list of any size item by item, and writes the JSON of a response to a file while it arrives. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createClient } from '@soapstone/client';

const [, , wsdl = 'http://127.0.0.1:8088/?wsdl', file = 'users.json'] = process.argv;
const directory = await createClient(wsdl);
const listUsers = directory.$operation('ListUsers');

let count = 0;
for await (const { email } of listUsers.items<{ email: string }>({}, 'user')) {
  count += 1;
  if (count <= 2) console.log(email);
}
console.log(`${count} users`);

await pipeline(listUsers.stream({}), createWriteStream(file));
