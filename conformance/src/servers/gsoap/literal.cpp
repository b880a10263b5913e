/* gSOAP, rpc/literal: echoes what its generated code has read. */
#include "soapH.h"
#include "LiteralBinding.nsmap"
#include "serve.h"

int ns1__echoText(struct soap *, std::string value, struct ns1__echoTextResponse &answer) {
  answer.value = value;
  return SOAP_OK;
}

int ns1__echoNumber(struct soap *, int value, struct ns1__echoNumberResponse &answer) {
  answer.value = value;
  return SOAP_OK;
}

int ns1__echoRecord(struct soap *, ns1__Record *value, struct ns1__echoRecordResponse &answer) {
  answer.value = value;
  return SOAP_OK;
}

int ns1__echoBoth(struct soap *, ns1__Record *value, int times, struct ns1__echoBothResponse &answer) {
  answer.value = value;
  answer.times = times;
  return SOAP_OK;
}

int ns1__refuse(struct soap *soap, std::string value, struct ns1__refuseResponse &) {
  return soap_sender_fault(soap, value.c_str(), NULL);
}
