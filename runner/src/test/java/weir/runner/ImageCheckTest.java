package weir.runner;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageCheckTest {
  private static final String ICEBERG = "iceberg-flink-runtime-1.20-1.10.0.jar";
  private static final String TABLE = "org/apache/iceberg/Table.class";
  private static final String PARQUET = "org/apache/parquet/hadoop/ParquetFileWriter.class";

  @TempDir Path lib;
  private final List<Path> jars = new ArrayList<>();
  private final List<ImageManifest.Jar> listed = new ArrayList<>();

  @BeforeEach
  void aGoodImage() throws IOException {
    jar(ICEBERG, TABLE);
    jar("kafka-clients-3.4.0.jar", "org/apache/kafka/X.class");
    jar("flink-dist-1.20.1.jar", "org/apache/flink/X.class");
    listed.add(new ImageManifest.Jar(ICEBERG, null));
    listed.add(new ImageManifest.Jar("kafka-clients-3.4.0.jar", null));
  }

  private Path jar(String name, String... entries) throws IOException {
    Path file = lib.resolve(name);
    Files.createDirectories(file.getParent());
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (String entry : entries) {
        zip.putNextEntry(new ZipEntry(entry));
        zip.closeEntry();
      }
    }
    jars.add(file);
    return file;
  }

  private void check(String flink) throws Failure {
    new ImageCheck(new ImageManifest(1, "1.20.1", listed), jars).check(flink);
  }

  private void refused(Failure.Code code, String... names) {
    Failure failure = assertThrows(Failure.class, () -> check("1.20.1"));
    assertEquals(code, failure.code(), failure.getMessage());
    for (String name : names) {
      assertTrue(failure.getMessage().contains(name), failure.getMessage());
    }
  }

  @Test
  void takesTheImageAsItsManifestSays() {
    assertDoesNotThrow(() -> check("1.20.1"));
    assertDoesNotThrow(() -> check("1.20.3"));
    assertDoesNotThrow(() -> check("1.20-SNAPSHOT"));
  }

  @Test
  void refusesAnotherMinorOfFlink() {
    for (String version : List.of("1.19.2", "2.0.0", "1.2.0", "<unknown>")) {
      Failure failure = assertThrows(Failure.class, () -> check(version));
      assertEquals(Failure.Code.IMAGE_FLINK, failure.code());
      assertTrue(failure.getMessage().contains(version));
    }
  }

  @Test
  void refusesTwoVersionsOfAnArtifact() throws IOException {
    jar("iceberg-flink-runtime-1.20-1.9.2.jar");
    refused(Failure.Code.IMAGE_JAR_TWICE, "iceberg-flink-runtime-1.20-1.9.2.jar", ICEBERG);
  }

  @Test
  void refusesTheSameJarInTwoFolders() throws IOException {
    jar("usrlib/kafka-clients-3.4.0.jar");
    refused(Failure.Code.IMAGE_JAR_TWICE, "usrlib/kafka-clients-3.4.0.jar");
  }

  @Test
  void refusesIcebergUnderAnotherName() throws IOException {
    jar("my-lake.jar", TABLE);
    refused(Failure.Code.IMAGE_JAR_TWICE, "Iceberg is in two jars", "my-lake.jar", ICEBERG);
  }

  @Test
  void refusesTwoParquets() throws IOException {
    jar("flink-sql-parquet-1.20.1.jar", PARQUET);
    jar("bundle.jar", PARQUET);
    refused(Failure.Code.IMAGE_JAR_TWICE, "Parquet is in two jars", "flink-sql-parquet-1.20.1.jar", "bundle.jar");
  }

  @Test
  void refusesAnIcebergJarThatIsNotListed() throws IOException {
    jar("iceberg-nessie-1.10.0.jar");
    refused(Failure.Code.IMAGE_JAR_UNKNOWN, "iceberg-nessie-1.10.0.jar", ICEBERG);
  }

  @Test
  void refusesAMissingJarAndOneWithAnotherDigest() throws IOException {
    listed.set(1, new ImageManifest.Jar("kafka-clients-3.4.0.jar", "00"));
    refused(Failure.Code.IMAGE_JAR_DIGEST, "kafka-clients-3.4.0.jar");
    listed.set(1, new ImageManifest.Jar("kafka-clients-3.5.0.jar", null));
    refused(Failure.Code.IMAGE_JAR_MISSING, "kafka-clients-3.5.0.jar");
  }

  @Test
  void refusesAFileThatIsNoJar() throws IOException {
    Files.writeString(jar("broken.jar"), "no zip");
    refused(Failure.Code.IMAGE_MANIFEST, "broken.jar");
  }

  @Test
  void listsEachJarOnce() throws IOException {
    Path link = Files.createSymbolicLink(lib.resolve("again.jar"), lib.resolve(ICEBERG));
    String classPath = String.join(java.io.File.pathSeparator, link.toString(), lib.toString(), "gone.jar", "", lib.resolve(ICEBERG).toString());
    assertEquals(List.of(lib.resolve(ICEBERG).toRealPath()), Jars.present(classPath, Map.of()));
    assertEquals(3, Jars.present(classPath, Map.of("FLINK_LIB_DIR", lib.toString(), "FLINK_HOME", lib.getParent().toString())).size());
  }

  @Test
  void readsAManifestWithoutDigests(@TempDir Path folder) throws Exception {
    String text = "{\"version\":1,\"flink\":\"1.20.1\",\"jars\":[{\"file\":\"a.jar\"},{\"file\":\"b.jar\",\"sha256\":\"00\"}]}";
    ImageManifest manifest = ImageManifest.read(Files.writeString(folder.resolve("manifest.json"), text));
    assertEquals(List.of(new ImageManifest.Jar("a.jar", null), new ImageManifest.Jar("b.jar", "00")), manifest.jars());
  }

  @Test
  void refusesAManifestItCannotRead(@TempDir Path folder) throws IOException {
    for (String text : List.of("", "{}", "{\"version\":2,\"flink\":\"1.20.1\",\"jars\":[]}", "{\"version\":1,\"flink\":\"1.20.1\"}", "null",
            "{\"version\":1,\"flink\":\"1.20.1\",\"jars\":[{}]}", "{\"version\":1,\"flink\":\"1.20.1\",\"jars\":[null]}", "[1]")) {
      Path file = Files.writeString(folder.resolve("manifest.json"), text);
      assertEquals(Failure.Code.IMAGE_MANIFEST, assertThrows(Failure.class, () -> ImageManifest.read(file), text).code(), text);
    }
    assertEquals(Failure.Code.IMAGE_MANIFEST, assertThrows(Failure.class, () -> ImageManifest.read(folder.resolve("gone"))).code());
  }
}
