import { clarkName } from '@soapstone/soap-model';
import type { PolymorphicShape } from '../../shape/shape.js';
import type { Lane } from '../lanes/lane.js';
import type { Decoding, ElementPlan, PlainObject, ValuePlan } from '../state/decoding.js';
import { xsiType } from '../values/xsi.js';
import type { ObjectPlan } from './object.js';
import type { UntypedPlan } from './untyped.js';

/** A type with derived types: `xsi:type` selects one (PY-2). */
export class PolymorphicPlan implements ValuePlan {
  readonly isObject = true;
  readonly laneOptions = undefined;
  /** Without attributes there is no `xsi:type`, and the value is a plain object of the declared type. */
  readonly lane: Lane;
  readonly declared: ObjectPlan;
  readonly plainObject: PlainObject | undefined;
  readonly #declaredName: string | undefined;
  readonly #abstract: boolean;
  readonly #untyped: UntypedPlan;
  readonly #shape: PolymorphicShape;
  readonly #planOf: (shape: PolymorphicShape['declared']) => ObjectPlan;
  /** The variants by Clark name. Created for the first derived type, because a base type may have thousands. */
  #variants: Map<string, { key: string; shape: PolymorphicShape['declared'] }> | undefined = undefined;

  constructor(
    shape: PolymorphicShape,
    options: { planOf: (shape: PolymorphicShape['declared']) => ObjectPlan; untyped: UntypedPlan },
  ) {
    this.#shape = shape;
    this.#planOf = options.planOf;
    this.#untyped = options.untyped;
    this.declared = options.planOf(shape.declared);
    this.#declaredName = shape.declared.name === undefined ? undefined : clarkName(shape.declared.name);
    this.#abstract = shape.abstract;
    this.lane = this.declared.lane;
    this.plainObject = this.declared.plainObject;
  }

  open(decoding: Decoding, element: ElementPlan): void {
    const type = decoding.reader.attributes.count > 0 ? xsiType(decoding) : undefined;
    if (type === undefined) {
      this.declared.openAs(decoding, element, undefined);
      return;
    }
    const name = typeof type === 'string' ? type : clarkName(type);
    const variant = this.#variantOf(name);
    if (variant !== undefined) {
      this.#planOf(variant.shape).openAs(decoding, element, variant.key);
      return;
    }
    if (name === this.#declaredName) {
      this.declared.openAs(decoding, element, undefined);
      return;
    }
    decoding.warn('UNKNOWN_XSI_TYPE', `xsi:type ${name} is not known here`);
    // PY-7: a prefix may be wrong where the local name says enough.
    const local = name.slice(Math.max(name.lastIndexOf('}'), name.lastIndexOf(':')) + 1);
    const [meant, another] = this.#shape.variants.filter((each) => each.name.localName === local);
    if (meant !== undefined && another === undefined && this.#shape.declared.name?.localName !== local)
      this.#planOf(meant.shape).openAs(decoding, element, meant.key);
    // An abstract type does not determine the content.
    else if (this.#abstract)
      this.#untyped.openUntyped(decoding, element, typeof type === 'string' ? undefined : name);
    else this.declared.openAs(decoding, element, undefined);
  }

  nilAttributes(decoding: Decoding): boolean {
    return this.declared.nilAttributes(decoding);
  }

  nilVariant(decoding: Decoding): { key: string; plan: ObjectPlan } | undefined {
    const type = xsiType(decoding);
    const variant =
      type === undefined ? undefined : this.#variantOf(typeof type === 'string' ? type : clarkName(type));
    return variant === undefined ? undefined : { key: variant.key, plan: this.#planOf(variant.shape) };
  }

  #variantOf(name: string): { key: string; shape: PolymorphicShape['declared'] } | undefined {
    this.#variants ??= new Map(
      this.#shape.variants.map(({ name: variantName, key, shape }) => [
        clarkName(variantName),
        { key, shape },
      ]),
    );
    return this.#variants.get(name);
  }
}
