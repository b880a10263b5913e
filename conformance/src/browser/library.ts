/** The parts of Soapstone that a page needs to call a SOAP service from the browser. */
export { createMapper } from '@soapstone/json-xml-mapper';
export { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
