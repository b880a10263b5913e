import { clarkName } from '@soapstone/soap-model';
import type { EncodingRun } from '../../request/encoding-run.js';
import { XML_DECLARATION } from '../../request/envelope.js';
import { PrefixTable } from '../../request/prefixes.js';
import { sectionMarkup, Tags } from '../../request/tags.js';
import type { OperationShape } from '../../shape/operation-shape.js';
import type { DocumentText, ElementMember } from '../../shape/shape.js';
import { type EncoderCompiler, NO_EXTRA_KEYS, type ValueEncoder } from '../compiler.js';
import { createCompiler } from '../create-compiler.js';
import { isRawValue } from '../json-input.js';
import { typeNameOf } from '../types/type-name.js';

/** The element around a document of any element, which is not written. */
const HOLDER = new Tags('document');

/** Compiles a document that is the text of an element (XM-12): it has prefixes of its own, as it stands on its own. */
export function compileTextDocument(
  member: ElementMember,
  inText: DocumentText,
  compiler: EncoderCompiler,
): ValueEncoder {
  const { text, as, declaration, isAny } = inText;
  const codec = compiler.codec(text);
  const typeAttribute = compiler.typeAttribute(typeNameOf(text));
  let document: { readonly table: PrefixTable; readonly write: DocumentWriter } | undefined;
  return {
    encode(tags, value, run) {
      document ??= compileDocument(member, inText, compiler);
      const { table, write } = document;
      const own = run.fork(table);
      const isWhole = own.collect(() => {
        write(value, own);
        return true;
      });
      run.nodes = own.nodes;
      for (const problem of own.errors) {
        if (run.errors.length < run.limits.errors) run.errors.push(problem);
        else run.truncated = true;
      }
      if (isWhole !== true || own.errors.length > 0) return;
      const mark = run.xml.open(tags);
      run.xml.attributes(typeAttribute);
      const start = run.xml.length;
      const written = isAny
        ? own.xml.take().slice(HOLDER.short.length - 1, -HOLDER.end.length)
        : own.xml.take();
      const printed = codec.print(declaration ? XML_DECLARATION + written : written, run);
      if (printed !== undefined && as === 'cdata') run.xml.markup(sectionMarkup(printed));
      else if (printed !== undefined) run.xml.text(printed);
      run.checkWritten(run.xml.length - start);
      run.xml.close(tags, mark);
    },
  };
}

type DocumentWriter = (value: unknown, run: EncodingRun) => void;

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
      write: (value, run) => content.encode(HOLDER, value, run, NO_EXTRA_KEYS),
    };
  }
  const { content, namespaces } = element;
  const name = compiler.elementName(member.name);
  return {
    table,
    write(value, run) {
      const { encodeAs } = content;
      if (isRawValue(value)) {
        settings.rawXml().member(value, { member: content.member, encodeAs }, compiler, run, NO_EXTRA_KEYS);
        return;
      }
      const mark = run.xml.scope();
      for (const namespace of namespaces) run.prefixes.use(namespace);
      encodeAs(new Tags(name, run.prefixes.declarations(mark)), value, run, NO_EXTRA_KEYS);
      run.prefixes.close(mark);
    },
  };
}
