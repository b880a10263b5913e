import { clarkName } from '@soapstone/soap-model';
import { SOAP11_ENCODING, SOAP12_ENCODING } from '@soapstone/soap-model/namespaces';
import type { PrefixTable } from '../request/prefixes.js';
import { attributeMarkup } from '../request/tags.js';
import { compileSimple, type SimpleCodec } from '../scalar/simple-codec.js';
import type { OperationShape } from '../shape/operation-shape.js';
import type { ObjectShape, Shape } from '../shape/shape.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import type {
  EncoderCompiler,
  EncoderSettings,
  Island,
  MemberEncoder,
  NamedType,
  TextCheck,
  ValueEncoder,
} from './compiler.js';
import { compileMember } from './content/member-encoder.js';
import { compileObject } from './content/object-encoder.js';
import { compileTextCheck } from './content/schema-value.js';
import { compileSimpleElement } from './content/simple-encoder.js';
import { type WalkRoot, walkNamespaces } from './types/schema-walk.js';
import { typeNameOf } from './types/type-name.js';

/** Creates the compiler of one message. All calls share what it compiles. */
export function createCompiler(
  operation: OperationShape,
  table: PrefixTable,
  encoded: boolean,
  settings: EncoderSettings,
): EncoderCompiler {
  const encodingNamespace = settings.soapVersion === '1.2' ? SOAP12_ENCODING : SOAP11_ENCODING;
  const use = encoded ? 'encoded' : 'literal';
  const encoders = new Map<Shape, ValueEncoder>();
  const codecs = new Map<SimpleShape, SimpleCodec>();
  const elements = new Map<string, Island<MemberEncoder>>();
  const attributes = new Map<string, TextCheck>();
  const types = new Map<string, Island<NamedType>>();

  const namespacesOf = (root: WalkRoot): ReadonlySet<string> =>
    walkNamespaces(root, { encoded, encodingNamespace });

  const compiler: EncoderCompiler = {
    settings,
    operation,
    encoded,
    encodingNamespace,
    valueEncoder(shape) {
      const encoder = encoders.get(shape) ?? compileValue(shape, compiler);
      encoders.set(shape, encoder);
      return encoder;
    },
    codec(shape) {
      const codec = codecs.get(shape) ?? compileSimple(shape, settings.limits);
      codecs.set(shape, codec);
      return codec;
    },
    elementName: (name) => (encoded ? name.localName : compiler.qualifiedName(name)),
    qualifiedName({ namespace, localName }) {
      const prefix = namespace && table.add(namespace);
      return prefix === '' ? localName : `${prefix}:${localName}`;
    },
    typeAttribute: (name) =>
      encoded && name !== undefined ? attributeMarkup('xsi:type', compiler.qualifiedName(name)) : '',
    globalElement: (name) =>
      memoise(elements, clarkName(name), () => {
        const member = operation.globalElement(name, use);
        return member && { content: compileMember(member, compiler), namespaces: namespacesOf(member) };
      }),
    globalAttribute: (name) =>
      memoise(attributes, clarkName(name), () => {
        const shape = operation.globalAttribute(name);
        return shape && compileTextCheck(compiler.codec(shape));
      }),
    namedType: (key) => memoise(types, key, () => compileNamedType(key)),
  };

  const compileNamedType = (key: string): Island<NamedType> | undefined => {
    const name = operation.typeOfKey(key);
    const shape = name && operation.namedType(name, use);
    if (name === undefined || shape === undefined) return undefined;
    const encoder = compiler.valueEncoder(shape);
    const content = { name, shape, encoder, writesType: namesItself(shape) };
    return { content, namespaces: namespacesOf({ shape, nillable: true }) };
  };
  const namesItself = (shape: Shape): boolean =>
    encoded && (shape.kind === 'soapArray' || typeNameOf(shape) !== undefined);

  return compiler;
}

/** One encoder per kind of shape. */
function compileValue(shape: Shape, compiler: EncoderCompiler): ValueEncoder {
  switch (shape.kind) {
    case 'object':
      return compileLazily(shape, compiler);
    case 'lifted':
      return compiler.settings.filledContent().compileLifted(shape, compiler);
    case 'polymorphic':
    case 'soapArray':
    case 'anyType':
    case 'anySimpleType':
    case 'attachment':
      return compiler.settings.uncommonContent().compileValue(shape, compiler);
    case 'scalar':
    case 'list':
    case 'union':
      return compileSimpleElement(shape, compiler);
  }
}

/**
 * An object is compiled on first use, after it is registered: a recursive type refers to itself, and a chain of a thousand types is
 * not a deep call stack.
 */
function compileLazily(shape: ObjectShape, compiler: EncoderCompiler): ValueEncoder {
  let compiled: ValueEncoder | undefined;
  const encoder = (): ValueEncoder => {
    compiled ??= compileObject(shape, compiler);
    return compiled;
  };
  const hasAttributes = shape.attributes.length > 0 || shape.anyAttributes !== undefined;
  return {
    encode: (tags, value, run, extraKeys) => encoder().encode(tags, value, run, extraKeys),
    ...(hasAttributes && {
      encodeNil: (tags, value, run, extraKeys) => encoder().encodeNil?.(tags, value, run, extraKeys),
    }),
  };
}

/**
 * Caches what `make` returns for a name. Only existing names are cached, because names come from the input, and the number of
 * unknown ones is unlimited.
 */
function memoise<T>(known: Map<string, T>, key: string, make: () => T | undefined): T | undefined {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  if (made !== undefined) known.set(key, made);
  return made;
}
