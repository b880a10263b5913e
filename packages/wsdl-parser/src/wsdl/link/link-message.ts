import { defined } from '@soapstone/options/defined';
import type {
  BoundAttachment,
  BoundHeader,
  BoundMessage,
  Diagnostic,
  ExpandedName,
  Part,
  SourceLocation,
} from '@soapstone/soap-model';
import { isNCName } from '@soapstone/soap-model/xml';
import { diagnose } from '../../diagnostics.js';
import type {
  AbstractMessage,
  BindingMessage,
  ComponentReference,
  Message,
  MessagePart,
  SoapHeader,
} from '../definitions.js';
import type { ComponentTable } from './component-table.js';
import type { PartLinker } from './link-parts.js';

/** The parts of a description that linking messages needs. */
export interface MessageContext {
  readonly messages: ComponentTable<Message>;
  readonly parts: PartLinker;
  report(diagnostic: Diagnostic): void;
}

/** The operation's references to the message. */
export interface MessageUse {
  readonly direction: 'input' | 'output';
  readonly action: string;
  /** rpc: the name of the wrapper, and its namespace if soap:body states none (R2717). */
  readonly wrapper?: ExpandedName;
  readonly operation: string;
}

/**
 * Links a message as its binding arranges it in the envelope; `undefined` if the message is not declared.
 *
 * The Body contains the parts that soap:body names, in the order of the message; if it names none, all parts that are not bound to
 * a header or a MIME part (OP-4, UW-2).
 */
export function linkMessage(
  abstract: AbstractMessage,
  bound: BindingMessage,
  use: MessageUse,
  context: MessageContext,
): BoundMessage | undefined {
  const component = `operation ${use.operation}`;
  const message = context.messages.find(abstract.message, abstract.location, component);
  if (message === undefined) return undefined;

  const elsewhere = new Set<MessagePart>();
  const headers = bound.headers.flatMap((header) => {
    const found = linkHeader(header, component, context);
    if (found === undefined) return [];
    if (found.message === message) elsewhere.add(found.part);
    return [found.header];
  });
  const attachments = linkAttachments(bound, message, elsewhere, component, context);
  const body = bodyParts(bound, message, elsewhere, component, context);
  if (bound.body === undefined && (body.length > 0 || use.wrapper !== undefined)) {
    const what = `the ${use.direction} has parts in the body, and the binding has no soap:body for it`;
    context.report(diagnose('SOAP_BODY_MISSING', bound.location, what, component));
  }
  for (const part of message.parts) {
    if (body.includes(part) || elsewhere.has(part)) continue;
    const what = `part "${part.name}" of message ${message.name.localName} is not bound`;
    context.report(diagnose('PART_UNBOUND', bound.location, what, component));
  }
  if (use.wrapper !== undefined && !isNCName(use.wrapper.localName)) {
    const what = `the operation cannot name the wrapper of an rpc message: it is not an NCName`;
    context.report(diagnose('INVALID_NAME', bound.location, what, component));
    return undefined;
  }
  const wrapper = use.wrapper && wrapperOf(use.wrapper, bound, component, context);
  const accessors = wrapper ? body.filter((part) => hasName(part, component, context)) : body;
  return {
    name: abstract.name,
    action: use.action,
    use: bound.body?.use ?? 'literal',
    ...defined({ wrapper }),
    parts: accessors.map((part) => context.parts.link(part, component)),
    headers,
    attachments,
  };
}

function bodyParts(
  bound: BindingMessage,
  message: Message,
  elsewhere: ReadonlySet<MessagePart>,
  component: string,
  context: MessageContext,
): readonly MessagePart[] {
  const names = bound.body?.parts;
  if (names === undefined) return message.parts.filter((part) => !elsewhere.has(part));
  const location = bound.body?.location ?? bound.location;
  const [only] = message.parts;
  const exact = new Set(message.parts.map((part) => part.name));
  const spellings = indexBySpelling(message);
  const meant = new Set<string>();
  for (const name of names) {
    const spelt = exact.has(name) ? name : spellings.get(name.toLowerCase());
    if (spelt !== undefined) {
      meant.add(spelt);
      if (spelt !== name) reportMissingPart(name, message.name, location, component, context, spelt);
      continue;
    }
    // The only part of the message, if it has no other place and nothing else is named.
    if (only !== undefined && message.parts.length === 1 && names.length === 1 && !elsewhere.has(only)) {
      reportMissingPart(name, message.name, location, component, context, only.name);
      meant.add(only.name);
    } else reportMissingPart(name, message.name, location, component, context);
  }
  return message.parts.filter((part) => meant.has(part.name));
}

/** The names of parts by their spelling in lower case; `undefined` for a spelling that several have. */
function indexBySpelling({ parts }: Message): ReadonlyMap<string, string | undefined> {
  const index = new Map<string, string | undefined>();
  for (const { name } of parts) {
    const spelling = name.toLowerCase();
    index.set(spelling, index.has(spelling) ? undefined : name);
  }
  return index;
}

/** The part with a name, or the only one whose name differs from it in case alone, which is reported. */
function partNamed(
  name: string,
  message: Message,
  location: SourceLocation,
  component: string,
  context: MessageContext,
): MessagePart | undefined {
  const exact = message.parts.find((part) => part.name === name);
  if (exact !== undefined) return exact;
  const spelt = indexBySpelling(message).get(name.toLowerCase());
  const meant = message.parts.find((part) => part.name === spelt);
  if (meant === undefined) return undefined;
  reportMissingPart(name, message.name, location, component, context, meant.name);
  return meant;
}

function linkHeader(
  header: SoapHeader,
  component: string,
  context: MessageContext,
): { header: BoundHeader; message: Message; part: MessagePart } | undefined {
  const found = findPart(header.message, header.part, header.location, component, context);
  if (found === undefined || !hasName(found.part, component, context)) return undefined;
  return {
    ...found,
    header: {
      part: context.parts.link(found.part, component),
      use: header.use,
      ...defined({ namespace: header.namespace }),
      required: false,
      faults: header.faults.flatMap((fault): readonly Part[] => {
        const part = findPart(fault.message, fault.part, fault.location, component, context)?.part;
        return part === undefined || !hasName(part, component, context)
          ? []
          : [context.parts.link(part, component)];
      }),
    },
  };
}

/** Whether the name of a part can name an element: an accessor of an rpc message, or a header block by type. */
function hasName(part: MessagePart, component: string, context: MessageContext): boolean {
  if (part.element !== undefined || isNCName(part.name)) return true;
  const what = `"${part.name.slice(0, 80)}" cannot name an element of a message: it is not an NCName`;
  context.report(diagnose('INVALID_NAME', part.location, what, component));
  return false;
}

/** mime:content: the part it names, or the only part there is (§5.4). Adds the parts to `elsewhere`. */
function linkAttachments(
  bound: BindingMessage,
  message: Message,
  elsewhere: Set<MessagePart>,
  component: string,
  context: MessageContext,
): readonly BoundAttachment[] {
  return bound.attachments.flatMap((content): readonly BoundAttachment[] => {
    const part =
      content.part === undefined && message.parts.length === 1
        ? message.parts[0]
        : partNamed(content.part ?? '', message, content.location, component, context);
    if (part === undefined) {
      reportMissingPart(content.part ?? '', message.name, content.location, component, context);
      return [];
    }
    elsewhere.add(part);
    return [{ name: part.name, contentTypes: content.contentTypes }];
  });
}

/** The part that a header or headerfault names. */
function findPart(
  reference: ComponentReference,
  name: string,
  location: SourceLocation,
  component: string,
  context: MessageContext,
): { message: Message; part: MessagePart } | undefined {
  const message = context.messages.find(reference, location, component, 'UNRESOLVED_PART');
  if (message === undefined) return undefined;
  const part = partNamed(name, message, location, component, context);
  if (part === undefined) {
    reportMissingPart(name, message.name, location, component, context);
    return undefined;
  }
  return { message, part };
}

/** `meant` is the part that is used in its place. */
function reportMissingPart(
  name: string,
  message: ExpandedName,
  location: SourceLocation,
  component: string,
  context: MessageContext,
  meant?: string,
): void {
  const what = `message ${message.localName} has no part "${name.slice(0, 200)}"`;
  const finding =
    meant === undefined
      ? diagnose('UNRESOLVED_PART', location, what, component)
      : diagnose('REFERENCE_CORRECTED', location, `${what}; part "${meant}" is meant`, component);
  context.report(finding);
}

function wrapperOf(
  wrapper: ExpandedName,
  bound: BindingMessage,
  component: string,
  context: MessageContext,
): ExpandedName {
  const namespace = bound.body?.namespace;
  if (namespace !== undefined) return { namespace, localName: wrapper.localName };
  const what = 'soap:body of style rpc has no namespace';
  const { location } = bound.body ?? bound;
  context.report(diagnose('WRAPPER_NAMESPACE_MISSING', location, what, component));
  return wrapper;
}
