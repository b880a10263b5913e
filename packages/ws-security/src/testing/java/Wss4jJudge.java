import java.util.Vector;
import javax.security.auth.callback.CallbackHandler;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSEncryptionPart;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.components.crypto.Crypto;
import org.apache.ws.security.message.WSSecEncrypt;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecSignature;
import org.apache.ws.security.message.WSSecUsernameToken;
import org.apache.ws.security.message.WSSecTimestamp;
import org.w3c.dom.Document;

/**
 * Apache WSS4J as a judge. Takes the PKCS#12 files of a signer and of a reader, and a job per line of its input: "open FILE" verifies
 * and decrypts an envelope, "make MODE KEY DIGEST CIPHER FILE" signs and encrypts one, or puts
 * the UsernameToken of ada into it. Answers each with one line: the result in base64,
 * or "failed" and why.
 */
public class Wss4jJudge {
  public static void main(String[] args) throws Exception {
    Crypto signer = Judge.crypto(args[0]);
    Crypto reader = Judge.crypto(args[1]);
    Judge.serve(job -> {
      Document document = Judge.read(job[job.length - 1]);
      if (job[0].equals("open")) open(document, signer, reader);
      else make(document, job, signer, reader);
      return Judge.print(document);
    });
  }

  static void open(Document document, Crypto signer, Crypto reader) throws Exception {
    CallbackHandler passwords = Judge.password("secret");
    WSSecurityEngine engine = new WSSecurityEngine();
    WSSConfig config = WSSConfig.getNewInstance();
    // A token whose keys are derived from the password does not carry it.
    config.setAllowUsernameTokenNoPassword(true);
    engine.setWssConfig(config);
    if (engine.processSecurityHeader(document, null, passwords, signer, reader) == null) {
      throw new Exception("no security header");
    }
  }

  static void make(Document document, String[] job, Crypto signer, Crypto reader) throws Exception {
    WSSecHeader header = new WSSecHeader();
    header.insertSecurityHeader(document);
    WSSecTimestamp timestamp = new WSSecTimestamp();
    timestamp.setTimeToLive(300);
    timestamp.build(document, header);
    for (String step : job[1].split("-then-")) {
      if (step.equals("sign")) sign(document, header, job[2], job[3], signer);
      else if (step.equals("digest") || step.equals("text")) name(document, header, step);
      else encrypt(document, header, job[2], job[4], reader);
    }
  }

  static void sign(Document document, WSSecHeader header, String key, String digest, Crypto crypto) throws Exception {
    WSSecSignature signature = new WSSecSignature();
    signature.setUserInfo("key", "secret");
    signature.setKeyIdentifierType(identifier(key));
    boolean is256 = digest.equals("sha256");
    signature.setSignatureAlgorithm("http://www.w3.org/2001/04/xmldsig-more#rsa-" + digest);
    signature.setDigestAlgo("http://www.w3.org/2001/04/xmlenc#" + (is256 ? "sha256" : "sha512"));
    Vector<WSEncryptionPart> parts = new Vector<>();
    parts.add(new WSEncryptionPart("Body", document.getDocumentElement().getNamespaceURI(), ""));
    parts.add(new WSEncryptionPart("Timestamp", WSConstants.WSU_NS, ""));
    signature.setParts(parts);
    signature.build(document, crypto, header);
  }

  static void name(Document document, WSSecHeader header, String type) {
    WSSecUsernameToken token = new WSSecUsernameToken();
    token.setPasswordType(type.equals("digest") ? WSConstants.PASSWORD_DIGEST : WSConstants.PASSWORD_TEXT);
    token.setUserInfo("ada", "secret");
    token.addNonce();
    token.addCreated();
    token.build(document, header);
  }

  static void encrypt(Document document, WSSecHeader header, String key, String cipher, Crypto crypto) throws Exception {
    WSSecEncrypt encrypt = new WSSecEncrypt();
    encrypt.setUserInfo("key");
    encrypt.setKeyIdentifierType(identifier(key));
    encrypt.setKeyEnc(WSConstants.KEYTRANSPORT_RSAOEP);
    encrypt.setSymmetricEncAlgorithm(cipher.equals("aes-128-gcm") ? WSConstants.AES_128_GCM : WSConstants.AES_256_GCM);
    encrypt.build(document, crypto, header);
  }

  static int identifier(String name) {
    switch (name) {
      case "binary-security-token": return WSConstants.BST_DIRECT_REFERENCE;
      case "issuer-serial": return WSConstants.ISSUER_SERIAL;
      case "subject-key-identifier": return WSConstants.SKI_KEY_IDENTIFIER;
      case "thumbprint-sha1": return WSConstants.THUMBPRINT_IDENTIFIER;
      default: return WSConstants.X509_KEY_IDENTIFIER;
    }
  }
}
