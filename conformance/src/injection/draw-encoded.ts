import type { Draw } from '../laws/draw.js';
import { Drawing, type HostileBody, shuffle, spoil, T, XSD, XSI } from './drawing.js';
import { type Json, Members } from './json-text.js';
import type { XmlItem } from './xml-item.js';

const SOAPENC = 'http://schemas.xmlsoap.org/soap/encoding/';
const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';

/** A body of the rpc/encoded operation. */
export function drawEncodedBody(draw: Draw): HostileBody {
  const drawing = new Drawing(draw);
  const typed = (name: string, text: string): XmlItem => ({
    name,
    attributes: [[XSI('type'), XSD('string')]],
    children: [text],
  });
  const [text, member] = [drawing.text(), drawing.text()];
  const texts = Array.from({ length: draw.int(0, 3) }, () => drawing.text());
  const entries: [string, Json][] = [
    ['text', text],
    ['texts', texts],
    ['record', new Members([['text', member]])],
  ];
  spoil(drawing, entries);
  return {
    json: new Members(shuffle(entries, draw)),
    item: {
      name: T('put'),
      attributes: [[`{${ENVELOPE}}encodingStyle`, SOAPENC]],
      children: [
        typed('text', text),
        {
          name: 'texts',
          attributes: [
            [XSI('type'), `{${SOAPENC}}Array`],
            [`{${SOAPENC}}arrayType`, `${XSD('string')}[${texts.length}]`],
          ],
          children: texts.map((item) => typed('item', item)),
        },
        { name: 'record', attributes: [[XSI('type'), T('Record')]], children: [typed('text', member)] },
      ],
    },
    verdict: drawing.verdict,
  };
}
