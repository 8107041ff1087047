package weir.engine;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.avro.shaded.org.apache.avro.Schema;
import org.apache.flink.avro.shaded.org.apache.avro.generic.GenericDatumReader;
import org.apache.flink.avro.shaded.org.apache.avro.generic.GenericDatumWriter;
import org.apache.flink.avro.shaded.org.apache.avro.io.BinaryEncoder;
import org.apache.flink.avro.shaded.org.apache.avro.io.DecoderFactory;
import org.apache.flink.avro.shaded.org.apache.avro.io.EncoderFactory;

/** A schema registry on a loopback port, as far as Flink's avro-confluent reader asks: the schema of an id. */
final class Registry {
  private static final List<String> SCHEMAS = new ArrayList<>();
  private static HttpServer server;

  private Registry() {}

  /** Where it listens; started by the first call. */
  static synchronized String url() throws IOException {
    if (server == null) {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/schemas/ids/",
          exchange -> {
            int id = Integer.parseInt(exchange.getRequestURI().getPath().substring("/schemas/ids/".length()));
            byte[] answer = Json.write(Map.of("schema", schema(id))).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/vnd.schemaregistry.v1+json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
          });
      server.start();
    }
    return "http://localhost:" + server.getAddress().getPort();
  }

  private static synchronized String schema(int id) {
    return SCHEMAS.get(id - 1);
  }

  private static synchronized int register(String schema) {
    if (!SCHEMAS.contains(schema)) {
      SCHEMAS.add(schema);
    }
    return SCHEMAS.indexOf(schema) + 1;
  }

  /** A record in Avro's JSON encoding as a producer would write it: a zero, the schema's id, the binary record. */
  static byte[] encode(String schemaText, String json) throws IOException {
    Schema schema = new Schema.Parser().parse(schemaText);
    Object record = new GenericDatumReader<>(schema).read(null, DecoderFactory.get().jsonDecoder(schema, json));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(0);
    int id = register(schemaText);
    for (int shift = 24; shift >= 0; shift -= 8) {
      out.write(id >> shift);
    }
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    new GenericDatumWriter<>(schema).write(record, encoder);
    encoder.flush();
    return out.toByteArray();
  }
}
