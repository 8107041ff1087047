package weir.runner;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.rest.ErrorHandler;
import org.apache.iceberg.rest.HTTPClient;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.rest.RESTUtil;
import org.apache.iceberg.rest.responses.ErrorResponse;

/**
 * Iceberg's client of a REST catalog, with one answer more that it tells apart: 419, by which a catalog says that a token
 * has expired. Iceberg's own exception for it holds neither the status nor the type of the answer.
 */
final class CatalogClient implements InvocationHandler {
  private static final int EXPIRED = 419;

  /** The catalog says that the token has expired. */
  static final class Expired extends RuntimeException {
    private static final long serialVersionUID = 1;

    Expired(ErrorResponse answer) {
      super(answer.type() + ": " + answer.message());
    }
  }

  private final RESTClient client;

  private CatalogClient(RESTClient client) {
    this.client = client;
  }

  /** As RESTCatalog makes its own. */
  static RESTClient of(Map<String, String> properties) {
    return around(
        HTTPClient.builder(properties)
            .uri(properties.get(CatalogProperties.URI))
            .withHeaders(RESTUtil.configHeaders(properties))
            .build());
  }

  static RESTClient around(RESTClient client) {
    Class<?>[] wanted = {RESTClient.class};
    return (RESTClient) Proxy.newProxyInstance(CatalogClient.class.getClassLoader(), wanted, new CatalogClient(client));
  }

  @Override
  public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
    Object[] given = arguments == null ? new Object[0] : arguments.clone();
    for (int i = 0; i < given.length; i++) {
      if (given[i] instanceof ErrorHandler handler) {
        given[i] = new Told(handler);
      }
    }
    try {
      Object answer = method.invoke(client, given);
      // A client for another session is made from this one.
      return answer instanceof RESTClient other ? around(other) : answer;
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private static final class Told extends ErrorHandler {
    private final ErrorHandler handler;

    Told(ErrorHandler handler) {
      this.handler = handler;
    }

    @Override
    public ErrorResponse parseResponse(int status, String body) {
      ErrorResponse answer = handler.parseResponse(status, body);
      // The body's own word for the status may be missing or another.
      return status != EXPIRED
          ? answer
          : ErrorResponse.builder().responseCode(status).withType(answer.type()).withMessage(answer.message()).build();
    }

    @Override
    public void accept(ErrorResponse answer) {
      if (answer.code() == EXPIRED) {
        throw new Expired(answer);
      }
      handler.accept(answer);
    }
  }
}
