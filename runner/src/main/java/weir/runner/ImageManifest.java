package weir.runner;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What the image says it holds: the minor version of Flink, and the jars that it adds to Flink's own. */
record ImageManifest(int version, String flink, List<Jar> jars) {
  static final int VERSION = 1;

  /** A digest is optional: 64 hexadecimal digits. */
  record Jar(@JsonProperty(required = true) String file, String sha256) {}

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES, DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES).build();

  static ImageManifest read(Path file) throws Failure {
    try {
      ImageManifest manifest = MAPPER.readValue(file.toFile(), ImageManifest.class);
      if (manifest.version() != VERSION) {
        throw new Failure(Failure.Code.IMAGE_MANIFEST, file + " has version " + manifest.version() + ", not " + VERSION);
      }
      return manifest;
    } catch (IOException error) {
      throw new Failure(
          Failure.Code.IMAGE_MANIFEST, "cannot read the image's manifest " + file + ": is this an image made for weir-runner?", error);
    }
  }
}
