/* gSOAP, document/literal: echoes what its generated code has read. */
#include "soapH.h"
#include "EchoBinding.nsmap"
#include "serve.h"

#define ECHO(Operation, Type) \
  int __ns1__##Operation(struct soap *, Type *given, Type &answer) { answer = *given; return SOAP_OK; }

ECHO(EchoScalars, ns1__Scalars)
ECHO(EchoOptions, ns1__Options)
ECHO(EchoLists, ns1__Lists)
ECHO(EchoDrawing, ns1__Drawing)
ECHO(EchoPayment, ns1__Payment)
ECHO(EchoFile, ns1__File)

/* Echoes the header, too. */
int __ns1__EchoItem(struct soap *, ns1__Item *given, struct __ns1__EchoItemResponse &answer) {
  answer.ns1__EchoItemResponse = given;
  return SOAP_OK;
}

int __ns1__Refuse(struct soap *soap, ns1__Refusal *given, ns1__Refusal &) {
  soap_sender_fault(soap, given->reason.c_str(), NULL);
  struct SOAP_ENV__Detail *detail = soap_new_SOAP_ENV__Detail(soap);
  detail->ns1__Refused = given;
  soap->fault->detail = detail;
  return SOAP_FAULT;
}
