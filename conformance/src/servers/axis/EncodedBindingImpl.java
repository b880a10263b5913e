package encoded;

import javax.xml.namespace.QName;
import org.apache.axis.AxisFault;

/** Echoes every part: Axis writes what it has read. */
public class EncodedBindingImpl implements EncodedPortType {
  public void echoText(javax.xml.rpc.holders.StringHolder value) {}
  public void echoNumber(javax.xml.rpc.holders.IntHolder value) {}
  public void echoList(encoded.holders.TextsHolder value) {}
  public void echoRecord(encoded.holders.RecordHolder value) {}

  public void refuse(javax.xml.rpc.holders.StringHolder value) throws java.rmi.RemoteException {
    var fault = new AxisFault(new QName("http://schemas.xmlsoap.org/soap/envelope/", "Client"), value.value, null, null);
    // The stack trace.
    fault.clearFaultDetails();
    throw fault;
  }
}
