import type { BuiltinTypeName } from '@soapstone/soap-model';
import { BUILTIN_TYPES } from '../shape/builtin-types.js';
import type { ScalarShape } from '../shape/simple-shape.js';

/** Sample texts for elements with familiar names. The first match wins; names are in lower case. */
const TEXTS: readonly (readonly [names: RegExp, text: string])[] = [
  [/e?mail(address)?$/, 'ada@example.com'],
  [/^(first|given|fore)name$/, 'Ada'],
  [/^(last|family|sur)name$|^surname$/, 'Lovelace'],
  [/^middlename$/, 'King'],
  [/^(user|login|account)(name|login)$|^login$/, 'ada'],
  [
    /^(full|display|customer|contact|person|author|owner|employee|holder|sender|recipient)?name$/,
    'Ada Lovelace',
  ],
  [/^(company|organi[sz]ation|employer|supplier|vendor)(name)?$/, 'Example Ltd'],
  [/^file(name)?$/, 'example.txt'],
  [/^(host|server|domain)(name)?$/, 'example.com'],
  [/^city(name)?$|^town$/, 'London'],
  [/^(street|address)(name|line)?1?$|^streetaddress$/, '12 Example Street'],
  [/^(zip|post|postal)(al)?code$|^zip$/, 'SW1A 1AA'],
  [/^countryname$/, 'United Kingdom'],
  [/^country(code)?$/, 'GB'],
  [/^currency(code)?$/, 'EUR'],
  [/^(language|lang|locale)(code)?$/, 'en'],
  [/(phone|telephone|mobile|fax)(number)?$/, '+44 20 7946 0000'],
  [/(url|uri|website|homepage)$/, 'https://example.com/'],
  [/^ip(address)?$/, '192.0.2.1'],
  [/(guid|uuid)$/, '123e4567-e89b-42d3-a456-426614174000'],
  [/^(description|comment|comments|note|notes|remark|remarks)$/, 'An example'],
  [/^(title|subject|heading)$/, 'Example'],
  [/(timestamp|datetime)$/, '2026-01-31T09:30:00Z'],
  [
    /^date$|(birth|start|end|due|issue|expiry|expiration|order|invoice|delivery)date$|^dateofbirth$/,
    '2026-01-31',
  ],
  [/(amount|price|total|cost|balance)$/, '49.95'],
  [/^version$/, '1.0'],
  [/^(content|mime|media)type$/, 'application/octet-stream'],
];

/** Names of amounts of money. */
const DECIMALS = /(amount|price|total|cost|balance|salary|fee)$/;

/** The same for integers. */
const INTEGERS: readonly (readonly [names: RegExp, text: string])[] = [
  [/^year$|year$/, '2026'],
  [/^age$/, '36'],
  [/^(limit|pagesize|maxresults)$/, '10'],
];

/**
 * Plausible texts for an element or attribute of this name. The type decides whether a text is valid; none of them is more than a
 * suggestion, and an enumeration or a pattern takes precedence.
 */
export function familiarTexts(localName: string, { builtin, facets }: ScalarShape): readonly string[] {
  if (facets.enumeration !== undefined || facets.patterns.length > 0) return [];
  const name = localName.toLowerCase().replace(/[^a-z0-9]/g, '');
  const { family } = BUILTIN_TYPES[builtin];
  if (family === 'string') return SPECIFIC.has(builtin) ? [] : textFor(TEXTS, name);
  if (family === 'decimal' || family === 'float') return DECIMALS.test(name) ? ['49.95'] : [];
  return family === 'integer' ? textFor(INTEGERS, name) : [];
}

/** Types whose own sample is better than one by name. */
const SPECIFIC: ReadonlySet<BuiltinTypeName> = new Set<BuiltinTypeName>([
  'ID',
  'IDREF',
  'ENTITY',
  'NMTOKEN',
  'Name',
  'NCName',
  'language',
  'anyURI',
]);

function textFor(table: readonly (readonly [RegExp, string])[], name: string): readonly string[] {
  const found = table.find(([names]) => names.test(name));
  return found === undefined ? [] : [found[1]];
}
