import CLinux
import Glibc
import Runtime

/// Programs that this one starts.
enum Program {
    /// Starts a program in a session of its own; -1 with errno set if that fails.
    static func start(_ words: [String], _ environment: [String: String]) -> pid_t {
        withPointers(words) { arguments in
            withPointers(environment.map { "\($0.key)=\($0.value)" }) { kagami_spawn(arguments, $0, nil, 0, -1, 0) }
        }
    }

    /// Starts a program whose standard input and output are `input`; -1 if that fails.
    static func spawn(_ words: [String], input: CInt) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, input, 1)
        var process: pid_t = -1
        let result = withPointers(words) { posix_spawnp(&process, $0[0]!, &actions, nil, $0, environ) }
        return result == 0 ? process : -1
    }

    private static func withPointers<R>(
        _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R
    ) -> R {
        var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
    }
}
