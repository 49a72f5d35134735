import Glibc
import Mirroring
import Runtime

/// Runs the programs of the panel menu's entries: the user's commands, and screenshots with this program's own command.
///
/// The programs belong to the user, like the hosted application; those still running when the service ends are left alone.
final class MenuPrograms: MenuActionPort {
    private let loop: EventLoop
    private var running: [ObjectIdentifier: ChildProcess] = [:]
    /// The complete environment of the programs.
    var environment: [String: String] = [:]

    /// The most programs at a time: a finger on an entry must not fill the machine.
    private static let limit = 32

    init(loop: EventLoop) {
        self.loop = loop
    }

    func run(_ command: [String], completion: @escaping (ProgramFailure?) -> Void) {
        guard running.count < Self.limit else {
            return completion(.tooMany(Self.limit))
        }
        do throws(RuntimeError) {
            // Set after the program has started.
            var key: ObjectIdentifier?
            let process = try ChildProcess(loop: loop, command: command, environment: environment) {
                [weak self] status in
                if let key { self?.running[key] = nil }
                completion(status.failure)
            }
            key = ObjectIdentifier(process)
            running[ObjectIdentifier(process)] = process
        } catch {
            completion(
                .notStarted("cannot \(error)" + (StartedApplication.remedy(for: error).map { "; \($0)" } ?? "")))
        }
    }

    func takeScreenshot(of screen: ScreenName, completion: @escaping (ScreenshotOutcome) -> Void) {
        guard let path = ScreenshotPath(environment: environment).next() else {
            return completion(.failed(path: nil, .noFolderForPictures))
        }
        run(["/proc/self/exe", "screenshot", screen.rawValue, path]) { failure in
            completion(failure.map { .failed(path: path, $0) } ?? .saved(path: path))
        }
    }
}

extension ProcessExit {
    /// Why the program failed; nil if it did not.
    fileprivate var failure: ProgramFailure? {
        switch self {
        case .exited(0): nil
        case .exited(let code): .exited(Int(code))
        case .signaled(let number): .signaled(Int(number))
        }
    }
}

/// Finds the path for the menu's next screenshot.
struct ScreenshotPath {
    private let folder: String?

    /// The folder is `$XDG_PICTURES_DIR`, or else `~/Pictures` if that is writable, or else the home folder.
    init(environment: [String: String]) {
        if let pictures = environment["XDG_PICTURES_DIR"], pictures.hasPrefix("/") {
            folder = pictures
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            folder = access("\(home)/Pictures", W_OK | X_OK) == 0 ? "\(home)/Pictures" : home
        } else {
            folder = nil
        }
    }

    /// A path without a file, named after the time; nil without a folder.
    func next() -> String? {
        guard let folder else { return nil }
        let name = "\(folder)/kagami-\(Self.time())"
        let names = ["\(name).png"] + (2...99).map { "\(name)-\($0).png" }
        return names.first { !FilePath.exists($0) }
    }

    private static func time() -> String {
        var (now, parts) = (Glibc.time(nil), tm())
        localtime_r(&now, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let length = strftime(&text, text.count, "%Y%m%d-%H%M%S", &parts)
        return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
