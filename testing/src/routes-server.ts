import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const OPERATIONS = [
  'GetUser',
  'ListUsers',
  'CreateUser',
  'UpdateUser',
  'DeleteUser',
  'AddNote',
  'PutPhoto',
  'PutScan',
  'AddFiles',
];
const each = (print: (name: string) => string): string => OPERATIONS.map(print).join('\n');
const member = (name: string, type: string, more = '') =>
  `<xs:element name="${name}" type="${type}" ${more}/>`;
const message = (name: string, members: string) =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>`;

/** A user directory with names in Pascal case, and an operation whose members have the names of JavaScript's own. */
const wsdlAt = (address: string): string => `<?xml version="1.0"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:users" targetNamespace="urn:users" name="Users">
  <wsdl:types><xs:schema targetNamespace="urn:users" elementFormDefault="qualified" xmlns:m="http://www.w3.org/2005/05/xmlmime">
    <xs:import namespace="http://www.w3.org/2005/05/xmlmime"/>
    <xs:complexType name="User"><xs:sequence>
      ${member('UserID', 'xs:long')}${member('Name', 'xs:string', 'minOccurs="0"')}${member('Balance', 'xs:decimal', 'minOccurs="0"')}
    </xs:sequence></xs:complexType>
    ${message('GetUser', member('UserID', 'xs:long'))}
    ${message('GetUserResponse', member('User', 't:User'))}
    ${message('ListUsers', member('Dept', 'xs:string', 'minOccurs="0"') + member('MaxRows', 'xs:int', 'minOccurs="0"'))}
    ${message('ListUsersResponse', member('User', 't:User', 'minOccurs="0" maxOccurs="unbounded"'))}
    ${message('CreateUser', member('Tenant', 'xs:string') + member('User', 't:User'))}
    ${message('CreateUserResponse', member('UserID', 'xs:long'))}
    ${message('UpdateUser', member('UserID', 'xs:long') + member('User', 't:User') + member('Notify', 'xs:boolean', 'minOccurs="0"'))}
    ${message('UpdateUserResponse', member('User', 't:User'))}
    ${message('DeleteUser', member('UserID', 'xs:long'))}
    ${message('DeleteUserResponse', '')}
    ${message('AddNote', member('__proto__', 'xs:string') + member('constructor', 'xs:int') + member('toString', 'xs:string', 'minOccurs="0"'))}
    ${message('AddNoteResponse', member('__proto__', 'xs:string'))}
    ${message('PutPhoto', member('UserID', 'xs:long') + member('Photo', 'xs:base64Binary'))}
    ${message('PutPhotoResponse', member('Photo', 'xs:base64Binary'))}
    ${message('PutScan', member('UserID', 'xs:long') + member('Scan', 'm:base64Binary', 'm:expectedContentTypes="image/*"'))}
    ${message('PutScanResponse', member('Scan', 'm:base64Binary', 'm:expectedContentTypes="image/png, image/tiff"'))}
    ${message('AddFiles', member('UserID', 'xs:long') + member('Title', 'xs:string') + member('File', 'xs:base64Binary', 'maxOccurs="unbounded"'))}
    ${message('AddFilesResponse', member('Count', 'xs:int'))}
    ${message('UserNotFound', member('UserID', 'xs:long'))}${member('Trace', 'xs:string')}
  </xs:schema></wsdl:types>
  <wsdl:message name="Trace"><wsdl:part name="h" element="t:Trace"/></wsdl:message>
  <wsdl:message name="NotFound"><wsdl:part name="f" element="t:UserNotFound"/></wsdl:message>
  ${each((name) => `<wsdl:message name="${name}In"><wsdl:part name="p" element="t:${name}"/></wsdl:message><wsdl:message name="${name}Out"><wsdl:part name="p" element="t:${name}Response"/></wsdl:message>`)}
  <wsdl:portType name="UsersPort">${each((name) => `<wsdl:operation name="${name}"><wsdl:input message="t:${name}In"/><wsdl:output message="t:${name}Out"/><wsdl:fault name="UserNotFound" message="t:NotFound"/></wsdl:operation>`)}</wsdl:portType>
  <wsdl:binding name="UsersBinding" type="t:UsersPort"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  ${each((name) => `<wsdl:operation name="${name}"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/>${name === 'GetUser' ? '<soap:header message="t:Trace" part="h" use="literal"/>' : ''}</wsdl:output><wsdl:fault name="UserNotFound"><soap:fault name="UserNotFound" use="literal"/></wsdl:fault></wsdl:operation>`)}
  </wsdl:binding>
  <wsdl:service name="Users"><wsdl:port name="UsersPort" binding="t:UsersBinding"><soap:address location="${address}"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

/** The routes of that directory. */
export const ROUTES_DESIGN = {
  names: 'camel',
  base: '/v1',
  operations: {
    GetUser: {
      route: 'GET /users/{userId}',
      result: { rename: { UserID: 'id' } },
      faults: { UserNotFound: 404 },
    },
    ListUsers: { route: 'GET /users', input: { rename: { Dept: 'department' } } },
    CreateUser: { route: 'POST /tenants/{tenant}/users', status: 201, location: '/users/{result.userId}' },
    UpdateUser: { route: 'PUT /users/{userId}', body: 'user' },
    DeleteUser: { route: 'DELETE /users/{userId}', status: 204, faults: { UserNotFound: 410 } },
    AddNote: { route: 'PATCH /notes/{__proto__}' },
    PutPhoto: { route: 'PUT /users/{userId}/photo' },
    PutScan: { route: 'PUT /users/{userId}/scan' },
    AddFiles: { route: 'POST /users/{userId}/files' },
  },
} as const;

const user = '<User><UserID>9007199254740993</UserID><Name>Ann</Name><Balance>12.50</Balance></User>';
const RESULTS: Readonly<Record<string, string>> = {
  GetUser: user,
  ListUsers: user,
  CreateUser: '<UserID>9007199254740993</UserID>',
  UpdateUser: user,
  DeleteUser: '',
  AddNote: '<__proto__>n</__proto__>',
  PutPhoto: '<Photo>AP+A</Photo>',
  PutScan: '<Scan m:contentType="image/tiff" xmlns:m="http://www.w3.org/2005/05/xmlmime">AP+A</Scan>',
  AddFiles: '<Count>2</Count>',
};
const FAULT =
  '<s:Fault><faultcode>s:Client</faultcode><faultstring>No such user</faultstring><detail><UserNotFound xmlns="urn:users"><UserID>4</UserID></UserNotFound></detail></s:Fault>';

/** A SOAP server of the directory, which has no user 4, says more of user 6 than the WSDL, and the bodies that it got. */
export interface RoutesServer {
  readonly wsdl: string;
  readonly bodies: readonly string[];
  stop(): Promise<void>;
}

export async function startRoutesServer(): Promise<RoutesServer> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    try {
      for await (const chunk of request) body += String(chunk);
    } catch {
      // A request that breaks off is not one.
      return;
    }
    bodies.push(body);
    const name = OPERATIONS.find((each) => body.includes(`:${each}`) || body.includes(`<${each}`)) ?? '';
    const isFault = body.includes('UserID>4<');
    const isOdd = body.includes('UserID>6<');
    const result = isOdd ? RESULTS[name]?.replace('</User>', '<Näme>ü</Näme></User>') : RESULTS[name];
    const content = isFault ? FAULT : `<${name}Response xmlns="urn:users">${result}</${name}Response>`;
    const header = isOdd ? '<s:Header><t:Trace xmlns:t="urn:users">é 1</t:Trace></s:Header>' : '';
    response
      .writeHead(isFault ? 500 : 200, { 'content-type': 'text/xml' })
      .end(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${header}<s:Body>${content}</s:Body></s:Envelope>`,
      );
  });
  // A busy machine lets seconds pass between two calls.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    wsdl: wsdlAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    bodies,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
