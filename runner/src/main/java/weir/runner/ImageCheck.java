package weir.runner;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/**
 * Holds the jars that are there to the image's manifest. Two versions of Iceberg or Parquet, or another Flink, would
 * fail late and oddly, or write files that differ.
 */
final class ImageCheck {
  /** Classes that one jar alone may hold, with what they stand for. */
  private static final Map<String, String> SINGLE =
      Map.of(
          "org/apache/iceberg/Table.class", "Iceberg",
          "org/apache/iceberg/flink/FlinkCatalog.class", "Iceberg for Flink",
          "org/apache/parquet/hadoop/ParquetFileWriter.class", "Parquet",
          "org/apache/iceberg/shaded/org/apache/parquet/hadoop/ParquetFileWriter.class", "Iceberg's Parquet");

  private static final Pattern MINOR = Pattern.compile("(\\d+\\.\\d+)(\\..*|-.*)?");
  /** `iceberg-flink-runtime` of `iceberg-flink-runtime-1.20-1.10.0.jar`. */
  private static final Pattern ARTIFACT = Pattern.compile("(.+?)-\\d.*\\.jar");

  private final ImageManifest manifest;
  private final List<Path> jars;

  /** @param jars every jar on the class path and in Flink's folders, each once */
  ImageCheck(ImageManifest manifest, List<Path> jars) {
    this.manifest = manifest;
    this.jars = jars;
  }

  void check(String flinkVersion) throws Failure {
    flink(flinkVersion);
    twice();
    classes();
    listed();
  }

  private void flink(String version) throws Failure {
    String wanted = minor(manifest.flink());
    String found = minor(version);
    if (!wanted.equals(found)) {
      throw new Failure(Failure.Code.IMAGE_FLINK, "this is Flink " + version + "; the image's manifest says Flink " + wanted);
    }
  }

  private static String minor(String version) {
    Matcher matcher = MINOR.matcher(version);
    return matcher.matches() ? matcher.group(1) : version;
  }

  /** No artifact of the manifest, and nothing of Iceberg or Parquet, is there in two versions or two copies. */
  private void twice() throws Failure {
    Map<String, List<Path>> byArtifact = new LinkedHashMap<>();
    for (Path jar : jars) {
      byArtifact.computeIfAbsent(artifact(jar.getFileName().toString()), name -> new ArrayList<>()).add(jar);
    }
    for (Map.Entry<String, List<Path>> entry : byArtifact.entrySet()) {
      boolean ours =
          isLake(entry.getKey()) || manifest.jars().stream().anyMatch(jar -> artifact(jar.file()).equals(entry.getKey()));
      if (ours && entry.getValue().size() > 1) {
        throw new Failure(Failure.Code.IMAGE_JAR_TWICE, "two jars of " + entry.getKey() + ": " + names(entry.getValue()));
      }
    }
  }

  private void classes() throws Failure {
    Map<String, List<Path>> holders = new LinkedHashMap<>();
    for (Path jar : jars) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        for (String name : SINGLE.keySet()) {
          if (zip.getEntry(name) != null) {
            holders.computeIfAbsent(name, key -> new ArrayList<>()).add(jar);
          }
        }
      } catch (IOException error) {
        throw new Failure(Failure.Code.IMAGE_MANIFEST, "cannot read " + jar, error);
      }
    }
    for (Map.Entry<String, List<Path>> entry : holders.entrySet()) {
      if (entry.getValue().size() > 1) {
        throw new Failure(
            Failure.Code.IMAGE_JAR_TWICE, SINGLE.get(entry.getKey()) + " is in two jars: " + names(entry.getValue()));
      }
    }
  }

  /** Every jar of the manifest is there as it says, and no other of Iceberg or Parquet is. */
  private void listed() throws Failure {
    Map<String, Path> byName = new LinkedHashMap<>();
    jars.forEach(jar -> byName.put(jar.getFileName().toString(), jar));
    for (Path jar : jars) {
      String name = jar.getFileName().toString();
      if (isLake(artifact(name)) && manifest.jars().stream().noneMatch(listed -> listed.file().equals(name))) {
        throw new Failure(
            Failure.Code.IMAGE_JAR_UNKNOWN, jar + " is not in the image's manifest, which lists " + lakeJars());
      }
    }
    for (ImageManifest.Jar listed : manifest.jars()) {
      Path jar = byName.get(listed.file());
      if (jar == null) {
        throw new Failure(
            Failure.Code.IMAGE_JAR_MISSING, listed.file() + " of the image's manifest is not on the class path");
      }
      if (listed.sha256() != null && !listed.sha256().equals(sha256(jar))) {
        throw new Failure(
            Failure.Code.IMAGE_JAR_DIGEST, jar + " is not the file that the image's manifest lists: its sha256 differs");
      }
    }
  }

  private static boolean isLake(String artifact) {
    return artifact.startsWith("iceberg-") || artifact.startsWith("parquet-");
  }

  private String lakeJars() {
    return String.join(
        ", ", manifest.jars().stream().map(ImageManifest.Jar::file).filter(file -> isLake(artifact(file))).toList());
  }

  private static String artifact(String file) {
    Matcher matcher = ARTIFACT.matcher(file);
    return matcher.matches() ? matcher.group(1) : file;
  }

  private static String names(List<Path> jars) {
    return String.join(" and ", jars.stream().map(Path::toString).toList());
  }

  private static String sha256(Path file) throws Failure {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      new DigestInputStream(in, digest).transferTo(java.io.OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException | NoSuchAlgorithmException error) {
      throw new Failure(Failure.Code.IMAGE_MANIFEST, "cannot read " + file, error);
    }
  }
}
