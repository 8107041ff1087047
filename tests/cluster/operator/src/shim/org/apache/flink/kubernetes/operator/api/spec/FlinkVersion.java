package org.apache.flink.kubernetes.operator.api.spec;

/** Stands in class path order before the enum of operator 1.7.0, which ends before Flink 1.20. */
public enum FlinkVersion {
    v1_13,
    v1_14,
    v1_15,
    v1_16,
    v1_17,
    v1_18,
    v1_19,
    v1_20;

    public boolean isNewerVersionThan(FlinkVersion other) {
        return compareTo(other) > 0;
    }

    public boolean isEqualOrNewer(FlinkVersion other) {
        return compareTo(other) >= 0;
    }

    public static FlinkVersion current() {
        return v1_20;
    }

    public static boolean isSupported(FlinkVersion version) {
        return version != null && version.isNewerVersionThan(v1_14);
    }
}
