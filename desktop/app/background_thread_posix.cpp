#include "background_thread.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace weir::app {

void give_way() {
#ifdef __linux__
    constexpr int kNicer = 5;
    // Of Linux a thread has a priority of its own; elsewhere this would be the whole process's. When it fails nothing
    // is lost.
    setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), kNicer);
#endif
}

} // namespace weir::app
