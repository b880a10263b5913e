// gSOAP: a login whose session is a SOAP header block, in its response and in later requests.
//gsoap o service name: orders
//gsoap o service namespace: urn:orders
//gsoap o service style: document
//gsoap o service encoding: literal
//gsoap o schema namespace: urn:orders
//gsoap o schema form: qualified

struct o__Session { char *token; };

struct SOAP_ENV__Header { struct o__Session *o__Session; };

int o__Login(char *user, char *password, struct o__LoginResponse { int seconds; } *out);
int o__FindOrders(struct o__FindOrdersResponse { int total; } *out);
int o__Logout(struct o__LogoutResponse { } *out);
