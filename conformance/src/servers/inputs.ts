import { type CompiledOperation, type JsonObject, parseJson } from '@soapstone/json-xml-mapper';
import { derivedInputs } from './derived-inputs.js';

/** Letters of one to four bytes of UTF-8, a combining mark, markup, quotes, and white space that must stay. */
const UNICODE = `Größe € 漢字 😀 e\\u0301 <&>"' ]]> \\ttab\\nline end`;

const EVERY_BYTE = Buffer.from(Array.from({ length: 256 }, (_, index) => index)).toString('base64');

/** Scalars with some replaced; each value is JSON text. */
function scalars(replaced: Readonly<Record<string, string>> = {}): string {
  const members = {
    text: '"a"',
    flag: 'true',
    small: '1',
    large: '2',
    exact: '1.5',
    real: '2.5',
    day: '"2024-02-29"',
    instant: '"2024-02-29T12:30:00Z"',
    bytes: '"AQID"',
    colour: '"red"',
    ...replaced,
  };
  return `{${Object.entries(members)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`;
}

/** Inputs of each operation by what they show, as JSON text, because numbers stay exact. */
const INPUTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  EchoScalars: {
    full: scalars(),
    'upper bounds': scalars({
      small: '2147483647',
      large: '9223372036854775807',
      exact: '12345678901234567890.123456789',
      real: '1.7976931348623157e308',
    }),
    'lower bounds': scalars({
      flag: 'false',
      small: '-2147483648',
      large: '-9223372036854775808',
      exact: '-0.000000001',
      real: '5e-324',
    }),
    'no text, no bytes': scalars({ text: '""', bytes: '""', small: '0', large: '0', exact: '0', real: '0' }),
    Unicode: scalars({ text: `"${UNICODE.replaceAll('"', '\\"')}"` }),
    'white space at the ends': scalars({ text: '"  a  "' }),
    'special doubles': scalars({ real: '"INF"' }),
    'a date with a zone': scalars({ day: '"2024-02-29+02:00"', instant: '"2024-02-29T12:30:00.125-05:00"' }),
  },
  EchoOptions: {
    minimal: '{"reviewer":null,"score":null}',
    full: '{"note":"n","count":3,"reviewer":"r","score":7}',
    'nil and empty': '{"note":"","reviewer":"","score":null}',
  },
  EchoLists: {
    'lists of none': '{}',
    'lists of one': '{"name":["a"],"number":[1],"item":[{"@id":1,"title":"t","price":{"$value":5}}]}',
    'lists of many':
      '{"name":["a","","c"],"number":[1,2,3],"item":[{"@id":1,"@tag":"x","title":"t","price":{"@currency":"EUR","$value":5}},' +
      '{"@id":2,"title":"u","price":{"$value":6},"part":[{"@id":3,"title":"v","price":{"$value":7}}]}]}',
    'a list of a thousand': `{"number":[${Array.from({ length: 1000 }, (_, index) => index).join(',')}]}`,
  },
  EchoDrawing: {
    'one derived type': '{"shape":[{"$type":"Circle","label":"c","radius":1}]}',
    'both derived types':
      '{"shape":[{"$type":"Box","label":"b","width":1,"height":2},{"$type":"Circle","label":"c","radius":1}]}',
  },
  EchoPayment: { 'first branch': '{"card":"4111"}', 'second branch': '{"invoice":7}' },
  EchoFile: {
    'no content': '{"name":"empty","content":""}',
    'every byte': `{"name":"bytes","content":"${EVERY_BYTE}"}`,
    '100 KB': `{"name":"large","content":"${Buffer.alloc(100_000, 'soap').toString('base64')}"}`,
  },
  EchoItem: {
    'with a header': '{"$headers":{"Trace":"me"},"@id":1,"title":"t","price":{"$value":5}}',
    'a header of Unicode': '{"$headers":{"Trace":"Größe 😀"},"@id":1,"title":"t","price":{"$value":5}}',
    'three levels':
      '{"@id":1,"title":"a","price":{"$value":1},"part":[{"@id":2,"title":"b","price":{"$value":2},"part":[{"@id":3,"title":"c","price":{"$value":3}}]}]}',
  },
  Refuse: { fault: '{"reason":"no","code":42}', 'fault of Unicode': '{"reason":"nein, Größe 😀","code":-1}' },
  EchoOpen: {
    'nothing open': '{"id":1}',
    'two elements and an attribute':
      '{"id":1,"$any":[{"{urn:o}a":"x"},{"{urn:o}b":{"{urn:o}c":["1","2"]}}],"$anyAttributes":{"{urn:o}k":"v"}}',
  },
  EchoAnything: {
    none: '{}',
    scalars: '{"value":["a",true,1.5]}',
    'a typed value': '{"value":[{"$type":"xs:date","$value":"2024-02-29"}]}',
  },
  EchoLexical: {
    'of many digits':
      '{"@flags":["a","b"],"numbers":[1,-2,3],"size":"small","huge":123456789012345678901234567890,"counter":18446744073709551615,' +
      '"period":"P1Y2M3DT4H5M6.5S","moment":"12:30:00.125","year":"2024","digest":"00FF","word":"a b"}',
    'of none':
      '{"numbers":[],"size":0,"huge":0,"counter":0,"period":"PT0S","moment":"00:00:00","year":"0001","digest":"","word":""}',
  },
  EchoReference: {
    'no content': '{"name":"empty","file":{"contentType":"application/octet-stream","data":""}}',
    'every byte': `{"name":"bytes","file":{"contentType":"image/png","data":"${EVERY_BYTE}"}}`,
  },
  echoText: {
    text: '{"value":"a"}',
    Unicode: '{"value":"Größe € 😀"}',
    markup: '{"value":"<a>&\\"]]>"}',
    'only digits': '{"value":"42"}',
  },
  echoNumber: {
    zero: '{"value":0}',
    'upper bound': '{"value":2147483647}',
    'lower bound': '{"value":-2147483648}',
  },
  echoList: { one: '{"value":["a"]}', many: '{"value":["a","b","c"]}' },
  echoRecord: {
    minimal: '{"value":{"title":"t","count":1}}',
    full: '{"value":{"title":"t","count":1,"tags":["a","b"]}}',
  },
  echoBoth: {
    minimal: '{"value":{"title":"","count":0},"times":0}',
    full: '{"value":{"title":"t","count":1,"tags":["a","","c"]},"times":-1}',
  },
  refuse: { fault: '{"value":"no"}' },
};

/** The generated example, its derived inputs, and every hand-made input of an operation, by name. */
export function inputsOf(operation: CompiledOperation): readonly (readonly [string, JsonObject])[] {
  const made = Object.entries(INPUTS[operation.info.name] ?? {});
  if (made.length === 0) throw new Error(`no inputs for ${operation.info.name}`);
  return [
    ...derivedInputs(operation),
    ...made.map(([name, json]) => [name, parseJson(json) as JsonObject] as const),
  ];
}
