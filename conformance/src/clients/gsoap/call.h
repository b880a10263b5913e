#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

/** Bytes as hexadecimal digits. */
static std::string hex(const std::string &bytes) {
  static const char *digits = "0123456789abcdef";
  std::string text;
  for (unsigned char byte : bytes) (text += digits[byte >> 4]) += digits[byte & 15];
  return text;
}

/** Reads `<name>.xml`, makes the call, and prints the name and the response as gSOAP reserialises it, or the problem. */
template <class Proxy, class Input, class Output>
static void call(const char *name, const char *endpoint, int (*read)(soap *, Input *), int (*write)(soap *, Output const *),
                 int (Proxy::*method)(Input *, Output &)) {
  Proxy proxy(endpoint);
  std::ifstream request(std::string(FOLDER) + "/" + name + ".xml");
  std::ostringstream response, problem;
  Input input = Input();
  Output output = Output();
  proxy.soap->is = &request;
  bool failed = read(proxy.soap, &input) != SOAP_OK;
  proxy.soap->is = nullptr;
  if (!failed) failed = (proxy.*method)(&input, output) != SOAP_OK;
  if (!failed) {
    proxy.soap->os = &response;
    failed = write(proxy.soap, &output) != SOAP_OK;
    proxy.soap->os = nullptr;
  }
  if (failed) proxy.soap_stream_fault(problem);
  std::cout << name << ' ' << hex(response.str()) << ' ' << hex(problem.str()) << std::endl;
  proxy.destroy();
}
