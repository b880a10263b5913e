import { createMapper, type Mapper, type MapperOptions } from '@soapstone/json-xml-mapper';
import { parseWsdl } from '@soapstone/wsdl-parser';
import { openLocal } from '@soapstone/wsdl-parser/file';
import { corpusFolder } from './pairs.js';

const mappers = new Map<string, Promise<Mapper>>();

/** The mapper of a WSDL of the corpus; read once per WSDL and options. */
export function mapperOf(wsdl: string, options: MapperOptions = {}): Promise<Mapper> {
  const key = `${JSON.stringify(options)} ${wsdl}`;
  const known = mappers.get(key);
  if (known !== undefined) return known;
  const mapper = openLocal(wsdl, corpusFolder)
    .then(({ location, resolve }) => parseWsdl(location, { resolve }))
    .then(({ model }) => createMapper(model, options));
  mappers.set(key, mapper);
  return mapper;
}
