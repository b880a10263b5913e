import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Properties;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.ws.security.WSPasswordCallback;
import org.apache.ws.security.components.crypto.Crypto;
import org.apache.ws.security.components.crypto.CryptoFactory;
import org.w3c.dom.Document;

/** What the judges share: their jobs, their PKCS#12 files (password "secret", alias "key") and their documents. */
final class Judge {
  interface Job {
    String run(String[] words) throws Exception;
  }

  /** Runs a job per line of the input. Prints one line for each: the result in base64, or "failed" and why. */
  static void serve(Job job) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      try {
        byte[] result = job.run(line.split(" ")).getBytes(StandardCharsets.UTF_8);
        System.out.println(Base64.getEncoder().encodeToString(result));
      } catch (Exception error) {
        System.out.println("failed " + String.valueOf(error).replace('\n', ' '));
      }
    }
  }

  static KeyStore store(String file) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (FileInputStream input = new FileInputStream(file)) {
      store.load(input, "secret".toCharArray());
    }
    return store;
  }

  static Crypto crypto(String file) throws Exception {
    Properties properties = new Properties();
    properties.put("org.apache.ws.security.crypto.provider", "org.apache.ws.security.components.crypto.Merlin");
    properties.put("org.apache.ws.security.crypto.merlin.keystore.type", "pkcs12");
    properties.put("org.apache.ws.security.crypto.merlin.keystore.password", "secret");
    properties.put("org.apache.ws.security.crypto.merlin.keystore.file", file);
    return CryptoFactory.getInstance(properties);
  }

  /** Tells WSS4J the password of every key and user. */
  static CallbackHandler password(String password) {
    return callbacks -> {
      for (Callback callback : callbacks) ((WSPasswordCallback) callback).setPassword(password);
    };
  }

  static Document read(String file) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new java.io.File(file));
  }

  static String print(Document document) throws Exception {
    StringWriter text = new StringWriter();
    TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(text));
    return text.toString();
  }
}
