import javax.jws.WebService;
import javax.xml.namespace.QName;
import javax.xml.soap.SOAPConstants;
import javax.xml.soap.SOAPFactory;
import javax.xml.ws.Endpoint;
import javax.xml.ws.Holder;
import javax.xml.ws.soap.SOAPBinding;
import javax.xml.ws.soap.SOAPFaultException;
import literal.*;

/** JAX-WS RI with rpc/literal: echoes every part. Prints its port. An argument selects SOAP 1.2. */
@WebService(endpointInterface = "literal.LiteralPortType", targetNamespace = "urn:soapstone:literal", serviceName = "Literal", portName = "LiteralPort")
public class LiteralServer implements LiteralPortType {
  private static boolean isSoap12;

  public void echoText(Holder<String> value) {}
  public void echoNumber(Holder<Integer> value) {}
  public void echoRecord(Holder<literal.Record> value) {}
  public void echoBoth(Holder<literal.Record> value, Holder<Integer> times) {}

  public void refuse(Holder<String> value) {
    try {
      var factory = SOAPFactory.newInstance(isSoap12 ? SOAPConstants.SOAP_1_2_PROTOCOL : SOAPConstants.SOAP_1_1_PROTOCOL);
      var code = isSoap12 ? new QName(SOAPConstants.URI_NS_SOAP_1_2_ENVELOPE, "Sender") : new QName(SOAPConstants.URI_NS_SOAP_1_1_ENVELOPE, "Client");
      throw new SOAPFaultException(factory.createFault(value.value, code));
    } catch (javax.xml.soap.SOAPException problem) {
      throw new IllegalStateException(problem);
    }
  }

  public static void main(String[] arguments) throws Exception {
    isSoap12 = arguments.length > 0;
    var server = com.sun.net.httpserver.HttpServer.create(new java.net.InetSocketAddress("127.0.0.1", 0), 0);
    Endpoint.create(isSoap12 ? SOAPBinding.SOAP12HTTP_BINDING : null, new LiteralServer()).publish(server.createContext("/echo"));
    server.start();
    System.out.println(server.getAddress().getPort());
  }
}
