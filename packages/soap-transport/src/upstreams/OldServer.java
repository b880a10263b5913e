import java.io.FileInputStream;
import java.io.InputStream;
import java.net.InetAddress;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * A TLS 1.2 server that answers each connection with one response. Started with -Djdk.tls.server.disableExtensions=renegotiation_info it has no
 * secure renegotiation (RFC 5746), as servers before 2010; OpenSSL's own s_server always has. Its
 * arguments are a PKCS#12 file, its password, and the cipher suites if not those of Java.
 */
public class OldServer {
  public static void main(String[] arguments) throws Exception {
    char[] password = arguments[1].toCharArray();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream file = new FileInputStream(arguments[0])) {
      keys.load(file, password);
    }
    KeyManagerFactory managers = KeyManagerFactory.getInstance("SunX509");
    managers.init(keys, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    SSLServerSocket server =
        (SSLServerSocket)
            context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    server.setEnabledProtocols(new String[] {"TLSv1.2"});
    if (arguments.length > 2) {
      server.setEnabledCipherSuites(arguments[2].split(","));
    }
    System.out.println(server.getLocalPort());
    while (true) {
      try (SSLSocket socket = (SSLSocket) server.accept()) {
        socket.getInputStream().read(new byte[65536]);
        String response = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 4\r\nConnection: close\r\n\r\n<a/>";
        socket.getOutputStream().write(response.getBytes("US-ASCII"));
      } catch (java.io.IOException refused) {
        // The client did not like the handshake.
      }
    }
  }
}
