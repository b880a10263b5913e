import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.security.auth.callback.CallbackHandler;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSEncryptionPart;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.WSSecurityEngineResult;
import org.apache.ws.security.components.crypto.Crypto;
import org.apache.ws.security.message.WSSecDKEncrypt;
import org.apache.ws.security.message.WSSecDKSign;
import org.apache.ws.security.message.WSSecEncrypt;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecSignature;
import org.apache.ws.security.message.WSSecSignatureConfirmation;
import org.apache.ws.security.message.WSSecTimestamp;
import org.apache.ws.security.message.token.SecurityTokenReference;
import org.apache.ws.security.util.WSSecurityUtil;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * A service with Apache WSS4J. Takes the PKCS#12 files of itself and of its client, and a job per line of its input: "answer MODE MAC
 * CIPHER FILE". It verifies and decrypts the request in the file, and answers with its Body, the confirmations of its signatures, and a
 * Timestamp, all signed: by its own key (MODE "sign"), with the session key of the request ("shared"), or with keys derived from it
 * ("derived", "derived2005"); the last three encrypt the Body too. A line of its output is the response in base64, or "failed" and why.
 */
public class Wss4jService {
  static Crypto own;
  static Crypto client;

  public static void main(String[] args) throws Exception {
    own = Judge.crypto(args[0]);
    client = Judge.crypto(args[1]);
    Judge.serve(job -> {
      Document document = Judge.read(job[4]);
      List<WSSecurityEngineResult> results = open(document);
      WSSecHeader header = answer(document, results);
      List<WSEncryptionPart> parts = protect(document, header, results);
      if (job[1].equals("sign")) sign(document, header, parts);
      else if (job[1].equals("shared")) share(document, header, parts, results, job[2], job[3]);
      else derive(document, header, parts, results, job);
      return Judge.print(document);
    });
  }

  static List<WSSecurityEngineResult> open(Document document) throws Exception {
    CallbackHandler passwords = Judge.password("secret");
    List<WSSecurityEngineResult> results =
      new WSSecurityEngine().processSecurityHeader(document, null, passwords, client, own);
    if (results == null) throw new Exception("no security header");
    return results;
  }

  /** Takes the Security block of the request out of the document, and puts an empty one in. */
  static WSSecHeader answer(Document document, List<WSSecurityEngineResult> results) throws Exception {
    Element security = WSSecurityUtil.getSecurityHeader(document, null);
    security.getParentNode().removeChild(security);
    WSSecHeader header = new WSSecHeader();
    header.insertSecurityHeader(document);
    WSSecTimestamp timestamp = new WSSecTimestamp();
    timestamp.setTimeToLive(300);
    timestamp.build(document, header);
    return header;
  }

  /** Adds the confirmations of the request. Returns them, the Body and the Timestamp: everything that is signed. */
  static List<WSEncryptionPart> protect(
    Document document,
    WSSecHeader header,
    List<WSSecurityEngineResult> results
  ) throws Exception {
    List<WSEncryptionPart> parts = new ArrayList<>();
    parts.add(new WSEncryptionPart("Body", document.getDocumentElement().getNamespaceURI(), ""));
    parts.add(new WSEncryptionPart("Timestamp", WSConstants.WSU_NS, ""));
    for (WSSecurityEngineResult result : results) {
      byte[] value = (byte[]) result.get(WSSecurityEngineResult.TAG_SIGNATURE_VALUE);
      if (value == null) continue;
      WSSecSignatureConfirmation confirmation = new WSSecSignatureConfirmation();
      confirmation.build(document, value, header);
      parts.add(new WSEncryptionPart(confirmation.getId()));
    }
    return parts;
  }

  static void sign(Document document, WSSecHeader header, List<WSEncryptionPart> parts) throws Exception {
    WSSecSignature signature = new WSSecSignature();
    signature.setUserInfo("key", "secret");
    signature.setKeyIdentifierType(WSConstants.BST_DIRECT_REFERENCE);
    signature.setSignatureAlgorithm("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
    signature.setDigestAlgo("http://www.w3.org/2001/04/xmlenc#sha256");
    signature.setParts(parts);
    signature.build(document, own, header);
  }

  static void share(
    Document document,
    WSSecHeader header,
    List<WSEncryptionPart> parts,
    List<WSSecurityEngineResult> results,
    String mac,
    String cipher
  ) throws Exception {
    WSSecurityEngineResult key = sessionKey(results);
    byte[] secret = (byte[]) key.get(WSSecurityEngineResult.TAG_SECRET);
    WSSecSignature signature = new WSSecSignature();
    signature.setKeyIdentifierType(WSConstants.ENCRYPTED_KEY_SHA1_IDENTIFIER);
    signature.setEncrKeySha1value(nameOf(key));
    signature.setSecretKey(secret);
    signature.setSignatureAlgorithm(macUri(mac));
    signature.setDigestAlgo(digestUri(mac));
    signature.setParts(parts);
    signature.build(document, null, header);
    WSSecEncrypt encrypt = new WSSecEncrypt();
    encrypt.setKeyIdentifierType(WSConstants.ENCRYPTED_KEY_SHA1_IDENTIFIER);
    encrypt.setCustomReferenceValue(nameOf(key));
    encrypt.setKey(secret);
    encrypt.setEphemeralKey(secret);
    encrypt.setEncryptSymmKey(false);
    encrypt.setSymmetricEncAlgorithm(cipherUri(cipher));
    encrypt.build(document, null, header);
  }

  static void derive(
    Document document,
    WSSecHeader header,
    List<WSEncryptionPart> parts,
    List<WSSecurityEngineResult> results,
    String[] job
  ) throws Exception {
    WSSecurityEngineResult key = sessionKey(results);
    byte[] secret = (byte[]) key.get(WSSecurityEngineResult.TAG_SECRET);
    int version = job[1].equals("derived2005") ? 1 : 2;
    WSSecDKSign signature = new WSSecDKSign();
    signature.setWscVersion(version);
    signature.setExternalKey(secret, referenceTo(document, key));
    signature.setSignatureAlgorithm(macUri(job[2]));
    signature.setDigestAlgorithm(digestUri(job[2]));
    signature.setDerivedKeyLength(24);
    signature.setParts(parts);
    signature.build(document, header);
    WSSecDKEncrypt encrypt = new WSSecDKEncrypt();
    encrypt.setWscVersion(version);
    encrypt.setExternalKey(secret, referenceTo(document, key));
    encrypt.setSymmetricEncAlgorithm(cipherUri(job[3]));
    encrypt.setDerivedKeyLength(job[3].startsWith("aes-128") ? 16 : 32);
    encrypt.build(document, header);
  }

  static WSSecurityEngineResult sessionKey(List<WSSecurityEngineResult> results) throws Exception {
    for (WSSecurityEngineResult result : results) {
      boolean isEncryptedKey = result.get(WSSecurityEngineResult.TAG_ACTION).equals(WSConstants.ENCR);
      if (isEncryptedKey && result.get(WSSecurityEngineResult.TAG_SECRET) != null) return result;
    }
    throw new Exception("the request has no session key");
  }

  /** EncryptedKeySHA1: the digest of the encrypted session key. */
  static String nameOf(WSSecurityEngineResult key) throws Exception {
    byte[] encrypted = (byte[]) key.get(WSSecurityEngineResult.TAG_ENCRYPTED_EPHEMERAL_KEY);
    return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1").digest(encrypted));
  }

  static Element referenceTo(Document document, WSSecurityEngineResult key) throws Exception {
    SecurityTokenReference reference = new SecurityTokenReference(document);
    reference.setKeyIdentifierEncKeySHA1(nameOf(key));
    reference.addTokenType(WSConstants.WSS_ENC_KEY_VALUE_TYPE);
    return reference.getElement();
  }

  static String macUri(String mac) {
    return mac.equals("hmac-sha1") ? WSConstants.HMAC_SHA1 : "http://www.w3.org/2001/04/xmldsig-more#" + mac;
  }

  static String digestUri(String mac) {
    return mac.equals("hmac-sha1") ? WSConstants.SHA1 : WSConstants.SHA256;
  }

  static String cipherUri(String cipher) {
    switch (cipher) {
      case "aes-128-gcm": return WSConstants.AES_128_GCM;
      case "aes-256-gcm": return WSConstants.AES_256_GCM;
      case "aes-128-cbc": return WSConstants.AES_128;
      default: return WSConstants.AES_256;
    }
  }
}
