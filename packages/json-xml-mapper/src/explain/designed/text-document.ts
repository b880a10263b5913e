import { clarkName } from '@soapstone/soap-model';
import { escapeText } from '@soapstone/soap-model/xml';
import type { EncodingRun } from '../../request/encoding-run.js';
import { PrefixTable } from '../../request/prefixes.js';
import type { OperationShape } from '../../shape/operation-shape.js';
import type { DocumentText, ElementMember } from '../../shape/shape.js';
import { type EncoderCompiler, NO_EXTRA_KEYS, type ValueEncoder } from '../compiler.js';
import { createCompiler } from '../create-compiler.js';
import { isRawValue } from '../json-input.js';
import { typeNameOf } from '../types/type-name.js';

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** The element around a document of any element, which is not written. */
const HOLDER = 'document';

/** Compiles a document that is the text of an element (XM-12): it has prefixes of its own, as it stands on its own. */
export function compileTextDocument(
  member: ElementMember,
  inText: DocumentText,
  compiler: EncoderCompiler,
): ValueEncoder {
  const { text, as, declaration } = inText;
  const codec = compiler.codec(text);
  const typeAttribute = compiler.typeAttribute(typeNameOf(text));
  let document: { readonly table: PrefixTable; readonly write: DocumentWriter } | undefined;
  return {
    encode(start, end, value, run) {
      document ??= compileDocument(member, inText, compiler);
      const { table, write } = document;
      const own = run.fork(table);
      const written = own.collect(() => write(value, own));
      run.nodes = own.nodes;
      for (const problem of own.errors) {
        if (run.errors.length < run.limits.errors) run.errors.push(problem);
        else run.truncated = true;
      }
      if (written === undefined || own.errors.length > 0) return '';
      run.beginElement();
      const printed = codec.print(declaration ? XML_DECLARATION + written : written, run);
      run.endElement();
      if (printed === undefined) return '';
      const content = as === 'cdata' ? inSections(printed) : escapeText(printed);
      run.checkWritten(content.length);
      return `${start}${typeAttribute}>${content}${end}`;
    },
  };
}

type DocumentWriter = (value: unknown, run: EncodingRun) => string;

/** Compiles the writer of the document itself, which is literal in rpc/encoded messages, too. */
function compileDocument(
  member: ElementMember,
  { isAny, isSigned }: DocumentText,
  { operation: declared, settings }: EncoderCompiler,
): { readonly table: PrefixTable; readonly write: DocumentWriter } {
  const table = new PrefixTable();
  const root = clarkName(member.name);
  const operation: OperationShape =
    isSigned !== true
      ? declared
      : {
          ...declared,
          globalElement: (name, use) =>
            clarkName(name) === root ? member : declared.globalElement(name, use),
        };
  const compiler = createCompiler(operation, table, false, settings);
  const element = isAny ? undefined : compiler.globalElement(member.name);
  for (const namespace of [...(element?.namespaces ?? []), ...operation.namespaces()]) table.add(namespace);
  if (element === undefined) {
    const content = compiler.valueEncoder(member.shape);
    return {
      table,
      write(value, run) {
        const held = content.encode(`<${HOLDER}`, `</${HOLDER}>`, value, run, NO_EXTRA_KEYS);
        return held.slice(HOLDER.length + 2, -(HOLDER.length + 3));
      },
    };
  }
  const { content, namespaces } = element;
  const name = compiler.elementName(member.name);
  return {
    table,
    write(value, run) {
      const { encodeAs } = content;
      if (isRawValue(value))
        return settings
          .rawXml()
          .member(value, { member: content.member, encodeAs }, compiler, run, NO_EXTRA_KEYS);
      const mark = run.prefixes.open();
      for (const namespace of namespaces) run.prefixes.use(namespace);
      const text = encodeAs(
        `<${name}${run.prefixes.declarations(mark)}`,
        `</${name}>`,
        value,
        run,
        NO_EXTRA_KEYS,
      );
      run.prefixes.close(mark);
      return text;
    },
  };
}

/** A text in CDATA sections, of which none can have their end. */
function inSections(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
