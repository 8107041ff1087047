package weir.runner;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What the image says it holds: the minor version of Flink, and the jars that it adds to Flink's own. */
record ImageManifest(int version, String flink, List<Jar> jars) {
  static final int VERSION = 1;

  /**
   * @param sha256 64 hexadecimal digits; null when the manifest gives no digest
   */
  record Jar(String file, String sha256) {}

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  static ImageManifest read(Path file) throws Failure {
    ImageManifest manifest;
    try {
      manifest = MAPPER.readValue(file.toFile(), ImageManifest.class);
    } catch (IOException error) {
      throw new Failure(
          Failure.Code.IMAGE_MANIFEST,
          "cannot read the image's manifest " + file + ": is this an image made for weir-runner?",
          error);
    }
    if (manifest == null || manifest.version() != VERSION) {
      throw new Failure(Failure.Code.IMAGE_MANIFEST, file + " is no manifest of version " + VERSION);
    }
    if (manifest.flink() == null
        || manifest.jars() == null
        || manifest.jars().stream().anyMatch(jar -> jar == null || jar.file() == null)) {
      throw new Failure(Failure.Code.IMAGE_MANIFEST, file + " lacks flink, jars, or the file of a jar");
    }
    return manifest;
  }
}
