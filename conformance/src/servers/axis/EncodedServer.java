import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.axis.configuration.XMLStringProvider;
import org.apache.axis.transport.http.SimpleAxisServer;

/** Axis 1.4 with rpc/encoded and the classes that its generator creates from the contract. Prints its port. */
public class EncodedServer {
  public static void main(String[] arguments) throws Exception {
    var server = new SimpleAxisServer();
    server.setMyConfig(new XMLStringProvider(Files.readString(Path.of("encoded/deploy.wsdd"))));
    server.setServerSocket(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    server.start(true);
    System.out.println(server.getServerSocket().getLocalPort());
    System.out.flush();
    Thread.currentThread().join();
  }
}
