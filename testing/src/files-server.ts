import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** 49,152 bytes that are not text; their base64 has no padding, so that pieces of a value can be joined. */
export const PIECE: Buffer = Buffer.from(
  Array.from({ length: 49_152 }, (_, at) => (at * 31 + (at >> 8)) & 0xff),
);
const [HEAD, TAIL] = [
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><GetFileResponse xmlns="urn:files">',
  '</GetFileResponse></s:Body></s:Envelope>',
];
const message = (name: string, members: string) =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>`;
const NAME = '<xs:element name="Name" type="xs:string"/>';
const each = (print: (name: string) => string): string => ['GetFile', 'PutFile'].map(print).join('');

const wsdlAt = (address: string): string => `<?xml version="1.0"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:files" targetNamespace="urn:files" name="Files">
  <wsdl:types><xs:schema targetNamespace="urn:files" elementFormDefault="qualified">
    ${message('GetFile', NAME)}${message('GetFileResponse', '<xs:element name="Content" type="xs:base64Binary" minOccurs="0"/>')}
    ${message('PutFile', `${NAME}<xs:element name="Content" type="xs:base64Binary"/>`)}${message('PutFileResponse', '<xs:element name="Size" type="xs:long"/>')}
  </xs:schema></wsdl:types>
  ${each((name) => `<wsdl:message name="${name}In"><wsdl:part name="p" element="t:${name}"/></wsdl:message><wsdl:message name="${name}Out"><wsdl:part name="p" element="t:${name}Response"/></wsdl:message>`)}
  <wsdl:portType name="FilesPort">${each((name) => `<wsdl:operation name="${name}"><wsdl:input message="t:${name}In"/><wsdl:output message="t:${name}Out"/></wsdl:operation>`)}</wsdl:portType>
  <wsdl:binding name="FilesBinding" type="t:FilesPort"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  ${each((name) => `<wsdl:operation name="${name}"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`)}
  </wsdl:binding>
  <wsdl:service name="Files"><wsdl:port name="FilesPort" binding="t:FilesBinding"><soap:address location="${address}"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

/** Its routes, as a design has them. */
export const FILES_DESIGN = {
  names: 'camel',
  operations: { GetFile: { route: 'GET /files/{name}' }, PutFile: { route: 'PUT /files/{name}' } },
} as const;

/** A SOAP server with files of any size: it makes them while they are read, and keeps none. */
export interface FilesServer {
  readonly wsdl: string;
  /** The number of pieces of a file that is returned. */
  pieces: number;
  /** The bytes that it has received and sent, in base64 or as a MIME part. */
  readonly counts: { received: number; sent: number };
  /** The first 2,000 bytes of the last request, its last 200, and its `Content-Length`. */
  readonly last: { start: string; end: string; length: string | undefined };
  stop(): Promise<void>;
}

/** Writes pieces as fast as they are taken. */
async function repeat(to: ServerResponse, piece: string | Buffer, server: FilesServer): Promise<void> {
  for (let at = 0; at < server.pieces && !to.destroyed; at++) {
    server.counts.sent += piece.length;
    if (to.write(piece)) continue;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        to.off('drain', go).off('close', go);
        resolve();
      };
      to.on('drain', go).on('close', go);
    });
  }
}

async function read(request: IncomingMessage, { counts, last }: FilesServer): Promise<void> {
  Object.assign(last, { start: '', end: '', length: request.headers['content-length'] });
  for await (const chunk of request) {
    const text = (chunk as Buffer).toString('latin1');
    if (last.start.length < 2000) last.start += text.slice(0, 2000);
    last.end = (last.end + text.slice(-200)).slice(-200);
    counts.received += text.length;
  }
}

/** A file that breaks off: in the middle of the connection, with a wrong letter, or none from the beginning. */
async function answer(name: string, response: ServerResponse, server: FilesServer): Promise<void> {
  if (name === 'parts') {
    response.setHeader('Content-Type', 'multipart/related; type="application/xop+xml"; boundary=b');
    const include = '<x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:f"/>';
    response.write(
      `--b\r\nContent-Type: application/xop+xml\r\n\r\n${HEAD}<Content>${include}</Content>${TAIL}\r\n--b\r\nContent-ID: <f>\r\n\r\n`,
    );
    await repeat(response, PIECE, server);
    response.end('\r\n--b--\r\n');
    return;
  }
  response.setHeader('Content-Type', 'text/xml');
  if (name === 'fault') {
    const fault = '<s:Fault><faultcode>s:Client</faultcode><faultstring>No such file</faultstring></s:Fault>';
    response.end(`${HEAD}${TAIL}`.replace(/<GetFileResponse.*<\/GetFileResponse>/s, fault));
    return;
  }
  response.write(`${HEAD}<Content>${name === 'none' ? '!!' : ''}`);
  await repeat(response, PIECE.toString('base64'), server);
  if (name === 'cut') response.destroy();
  else response.end(`${name === 'broken' ? '!!!!' : ''}</Content>${TAIL}`);
}

/** Starts the server on a free port. */
export async function startFilesServer(): Promise<FilesServer> {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await read(request, made);
    const { start } = made.last;
    if (start.includes('PutFile'))
      response.end(`${HEAD}<Size>1</Size>${TAIL}`.replaceAll('GetFile', 'PutFile'));
    else await answer(/Name>(\w+)</.exec(start)?.[1] ?? '', response, made);
  };
  // A client that leaves ends its request.
  const server = createServer(
    (request, response) => void serve(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const made: FilesServer = {
    wsdl: wsdlAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    pieces: 1,
    counts: { received: 0, sent: 0 },
    last: { start: '', end: '', length: undefined },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return made;
}
