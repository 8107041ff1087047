import java.util.Base64;

import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.SerializedThrowable;

/** Prints the cause of a failed savepoint as Flink's REST API carries it: a serialized throwable. */
public class FailedSavepoint {
    public static void main(String[] args) throws Exception {
        SerializedThrowable cause = new SerializedThrowable(new RuntimeException(args[0]));
        System.out.print(Base64.getEncoder().encodeToString(InstantiationUtil.serializeObject(cause)));
    }
}
