import javax.jws.WebService;
import javax.xml.ws.Endpoint;
import javax.xml.ws.soap.SOAPBinding;
import open.*;

/** JAX-WS RI with wildcards, untyped content and attachments. Prints its port. An argument selects SOAP 1.2. */
@WebService(endpointInterface = "open.OpenPortType", targetNamespace = "urn:soapstone:open", serviceName = "OpenEcho", portName = "OpenPort")
public class OpenServer implements OpenPortType {
  public Open echoOpen(Open body) { return body; }
  public Anything echoAnything(Anything body) { return body; }
  public Lexical echoLexical(Lexical body) { return body; }
  public Reference echoReference(Reference body) { return body; }

  public static void main(String[] arguments) throws Exception {
    var server = com.sun.net.httpserver.HttpServer.create(new java.net.InetSocketAddress("127.0.0.1", 0), 0);
    Endpoint.create(arguments.length == 0 ? null : SOAPBinding.SOAP12HTTP_BINDING, new OpenServer()).publish(server.createContext("/echo"));
    server.start();
    System.out.println(server.getAddress().getPort());
  }
}
