import Glibc
import Runtime
import Testing

@testable import kagami

@Suite struct StartedApplicationTests {
    @Test func whatIsToBeDoneFitsWhatWentWrong() {
        func remedy(_ errorNumber: CInt) -> String? {
            StartedApplication.remedy(for: RuntimeError("start", "foot", errorNumber: errorNumber))
        }
        #expect(remedy(ENOENT)?.contains("PATH") == true)
        #expect(remedy(EACCES)?.contains("executable") == true)
        // A kernel without pidfd_open has nothing to do with the program's name.
        #expect(remedy(ENOSYS)?.contains("Linux 5.3") == true && remedy(ENOSYS)?.contains("PATH") == false)
        #expect(remedy(EIO) == nil)
    }
}
