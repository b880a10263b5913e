import type { ExpandedName } from '@soapstone/soap-model';
import { clarkName } from '@soapstone/soap-model';
import type { OperationShape } from '../../shape/operation-shape.js';
import type { DeclaredElement, ObjectShape, Shape, Use } from '../../shape/shape.js';
import type { SimpleShape } from '../../shape/simple-shape.js';
import { AnySimplePlan } from '../content/any-simple.js';
import { AttributesPlan } from '../content/attributes.js';
import { NamedTypePlan } from '../content/named-type.js';
import { ObjectPlan } from '../content/object.js';
import { PolymorphicPlan } from '../content/polymorphic.js';
import { SoapArrayPlan } from '../content/soap-array.js';
import { UntypedPlan } from '../content/untyped.js';
import { WordMemory } from '../lanes/word-memory.js';
import type { DecoderSettings } from '../plan/settings.js';
import type { ElementPlan, PlanSource, PlanSources, ValuePlan } from '../state/decoding.js';
import { AttachmentPlan } from '../values/attachment.js';
import { SimplePlan } from '../values/simple.js';
import { compileScope } from './compile-scope.js';

/** The maximum number of cached types that documents name in open positions, because documents choose the names. */
const MAX_NAMED = 1000;

/** The plan sources of an operation, one for each use of a message or header block. Created on first use. */
export function createPlanSources(operation: OperationShape, settings: DecoderSettings): PlanSources {
  const sources = new Map<Use, PlanSource>();
  return (use) => {
    const source = sources.get(use) ?? createPlanSource(operation, settings, use);
    sources.set(use, source);
    return source;
  };
}

/**
 * Compiles plans for the shapes of an operation, each shape once and only when it is encountered. What an operation never receives
 * costs nothing, and types may recur.
 */
function createPlanSource(operation: OperationShape, settings: DecoderSettings, use: Use): PlanSource {
  const { limits, applyDefaults } = settings;
  const encoded = use === 'encoded';
  // TR-6: checked only if warnings are wanted.
  const checkFacets = settings.warnings === 'all' || settings.strictResponses;
  const values = new Map<Shape, ValuePlan>();
  const simples = new Map<SimpleShape, SimplePlan>();
  const objects = new Map<ObjectShape, ObjectPlan>();
  const named = new Map<string, NamedTypePlan | undefined>();
  const globals = new Map<string, ElementPlan | undefined>();
  const untyped = new UntypedPlan({ encoded, form: settings.untyped, lookup: true });
  const skipped = new UntypedPlan({ encoded, form: settings.untyped, lookup: false });

  const memory = new WordMemory();
  const source: PlanSource = {
    memory,
    value,
    element,
    untypedElement: openElementPlan(untyped),
    skippedElement: openElementPlan(skipped),
    globalElement: (name) => remember(globals, name, compileGlobal),
    typeProblem: (type, shape, block) => settings.typeProblem?.(operation.schema, type, shape, block),
    namedType: (name) => remember(named, name, compileNamed),
    isAnySimple: (name) => operation.namedType(name, use)?.kind === 'anySimpleType',
    object,
  };
  return source;

  function value(shape: Shape): ValuePlan {
    let plan = values.get(shape);
    if (plan === undefined) {
      plan = compileValue(shape);
      values.set(shape, plan);
    }
    return plan;
  }

  function compileValue(shape: Shape): ValuePlan {
    switch (shape.kind) {
      case 'object':
        return object(shape);
      case 'polymorphic':
        return new PolymorphicPlan(shape, { planOf: object, untyped });
      case 'soapArray':
        return new SoapArrayPlan(shape, source);
      case 'lifted':
        return settings.lifted()(shape, object(shape.object), (scope) => compileScope(scope, source, false), {
          operation,
          settings,
        });
      case 'anyType':
        return untyped;
      case 'attachment':
        return new AttachmentPlan();
      case 'anySimpleType':
        return new AnySimplePlan(simple(shape));
      default:
        return simple(shape);
    }
  }

  function simple(shape: SimpleShape): SimplePlan {
    let plan = simples.get(shape);
    if (plan === undefined) {
      plan = new SimplePlan(shape, limits, checkFacets, settings.notation);
      simples.set(shape, plan);
    }
    return plan;
  }

  function object(shape: ObjectShape): ObjectPlan {
    let plan = objects.get(shape);
    if (plan === undefined) {
      plan = new ObjectPlan({
        shape,
        attributes: new AttributesPlan(shape.attributes, {
          wildcard: shape.anyAttributes,
          omitted: shape.omittedAttributes,
          typeNamespace: shape.name?.namespace ?? '',
          encoded,
          applyDefaults,
          memory,
          simple: (member) => simple(member.shape),
        }),
        value: shape.value === undefined ? undefined : simple(shape.value),
        compileScope: () => compileScope(shape, source, settings.unknown === 'keep'),
      });
      objects.set(shape, plan);
    }
    return plan;
  }

  function element(member: DeclaredElement): ElementPlan {
    return {
      key: member.key,
      value: value(member.shape),
      nillable: member.nillable,
      block: member.block,
      whenEmpty: member.fixed ?? member.default,
      substitute: undefined,
      bare: undefined,
    };
  }

  function compileGlobal(name: ExpandedName): ElementPlan | undefined {
    const member = operation.globalElement(name, use);
    return member === undefined ? undefined : element(member);
  }

  function compileNamed(name: ExpandedName): NamedTypePlan | undefined {
    const shape = operation.namedType(name, use);
    // These two types say nothing about the value.
    if (shape === undefined || shape.kind === 'anyType' || shape.kind === 'anySimpleType') return undefined;
    return new NamedTypePlan(operation.typeKey(name), value(shape), use === 'encoded');
  }
}

function openElementPlan(value: ValuePlan): ElementPlan {
  return {
    key: '',
    value,
    nillable: true,
    block: undefined,
    whenEmpty: undefined,
    substitute: undefined,
    bare: undefined,
  };
}

function remember<T>(
  known: Map<string, T | undefined>,
  name: ExpandedName,
  compile: (name: ExpandedName) => T | undefined,
): T | undefined {
  const key = clarkName(name);
  if (known.has(key)) return known.get(key);
  const compiled = compile(name);
  if (known.size < MAX_NAMED) known.set(key, compiled);
  return compiled;
}
