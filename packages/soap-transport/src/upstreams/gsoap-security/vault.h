// gSOAP with its WS-Security plugin: UsernameToken, Timestamp, X.509 signature.
#import "wsse.h"
//gsoap l service name: vault
//gsoap l service namespace: urn:soapstone:vault
//gsoap l service style: document
//gsoap l service encoding: literal
//gsoap l schema namespace: urn:soapstone:vault
//gsoap l schema form: qualified
int l__Open(char *item, struct l__OpenResponse { char *content; } *out);
