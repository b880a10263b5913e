/** What a page that calls a SOAP service from the browser needs of Soapstone. */
export { createMapper } from '@soapstone/json-xml-mapper';
export { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
