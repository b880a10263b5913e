// gSOAP: document/literal, SOAP 1.1 and 1.2, MTOM both ways.
#import "xop.h"
#import "xmime5.h"
//gsoap l service name: ledger
//gsoap l service namespace: urn:soapstone:ledger
//gsoap l service style: document
//gsoap l service encoding: literal
//gsoap l schema namespace: urn:soapstone:ledger
//gsoap l schema form: qualified

struct l__Scan { _xop__Include xop__Include; @char *xmime5__contentType; };
struct l__Amounts { int __size; int *amount; };

struct SOAP_ENV__Header { char *l__Trace; };

int l__Total(char *label, int __size, int *amount, struct l__TotalResponse { char *label; int sum; } *out);
int l__Mirror(struct l__Scan *scan, struct l__MirrorResponse { struct l__Scan scan; int bytes; } *out);
