import Glibc
import Logging
import Runtime

/// Controls PipeWire through its own commands.
///
/// `pw-dump` lists the objects, `pw-metadata` chooses a sink, and WirePlumber's `wpctl` sets a volume.
final class PipeWireTools {
    private let loop: EventLoop
    private let environment: [String: String]
    private let logger = Logger(label: "kagami.sound")
    private var monitor: ChildProcess?
    private var reading: OwnedDescriptor?
    private var source: DescriptorSource?
    private var setter: ChildProcess?
    /// The command lines that wait for the running one.
    private var commands: [[String]] = []
    private var pause: Timer?
    private var limit: Timer?
    private var text: [UInt8] = []
    weak var sound: PipeWireSound?

    /// The most bytes of an array; no machine's graph is longer.
    private static let longest = 32 << 20
    private static let share = 1 << 16
    /// The pause after a choice: PipeWire's session manager acts on it before it sees the next.
    private static let pauseMicroseconds: Int64 = 300_000
    private static let limitMicroseconds: Int64 = 2_000_000

    init(loop: EventLoop, environment: [String: String]) {
        self.loop = loop
        self.environment = environment
        pause = loop.makeTimer { [weak self] in self?.performNext() }
        limit = loop.makeTimer { [weak self] in self?.setter?.signal(SIGKILL) }
    }

    /// Whether PipeWire's socket exists.
    var isPresent: Bool {
        let remote = environment["PIPEWIRE_REMOTE"] ?? "pipewire-0"
        let directory = environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"] ?? ""
        return FilePath.exists(remote.hasPrefix("/") ? remote : "\(directory)/\(remote)")
    }

    // MARK: What there is

    /// Starts to report all objects and their changes to the sound; false, and a log message, on failure.
    func watch() -> Bool {
        do throws(RuntimeError) {
            let pipe = try OwnedDescriptor.pipe()
            monitor = try ChildProcess(
                loop: loop, command: ["pw-dump", "--monitor", "--no-colors"], environment: environment,
                output: pipe.writing.number, endsWithParent: true
            ) { [weak self] _ in self?.lose() }
            reading = pipe.reading
            source = try loop.watch(pipe.reading.number) { [weak self] _ in self?.read() }
            return true
        } catch {
            stop()
            logger.warning("sound does not follow the external", metadata: ["reason": "\(error)"])
            return false
        }
    }

    func stop() {
        source?.cancel()
        source = nil
        reading = nil
        text = []
        let ended = monitor
        monitor = nil
        ended?.signal(SIGTERM)
    }

    private func lose() {
        stop()
        sound?.pipeWireLost()
    }

    private func read() {
        guard let reading else { return }
        var bytes = [UInt8](repeating: 0, count: Self.share)
        let count = Glibc.read(reading.number, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else {
            // The process's end is reported separately.
            source?.cancel()
            return source = nil
        }
        take(bytes.prefix(count))
    }

    /// Takes bytes; an array ends with a bracket at the beginning of a line.
    private func take(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            text.append(byte)
            let isEnd = byte == UInt8(ascii: "\n") && text.suffix(3).elementsEqual("\n]\n".utf8)
            guard isEnd || text.count > Self.longest else { continue }
            let objects = PipeWireObject.all(in: text)
            text = []
            guard let objects else {
                logger.warning("sound does not follow the external", metadata: ["reason": "pw-dump prints no JSON"])
                return lose()
            }
            sound?.objectsChanged(objects)
        }
    }

    // MARK: The choice of a sink

    /// Whether an action is yet to be carried out.
    private(set) var isBusy = false

    /// Carries out actions one after another; a failure is logged.
    func perform(_ action: SoundRoute.Action) { perform(Self.command(for: action)) }

    /// Sets a sink's volume as people perceive it; a failure is logged.
    func setVolume(ofNode node: Int, toPercent percent: Int) {
        perform(["wpctl", "set-volume", String(node), "\(percent)%"])
    }

    private func perform(_ command: [String]) {
        commands.append(command)
        guard !isBusy else { return }
        isBusy = true
        performNext()
    }

    private func performNext() {
        guard !commands.isEmpty else {
            isBusy = false
            return sound?.choiceMade() ?? ()
        }
        let command = commands.removeFirst()
        do throws(RuntimeError) {
            // The command prints what it does, which nobody needs.
            let nowhere = try OwnedDescriptor(opening: "/dev/null", O_WRONLY)
            setter = try ChildProcess(
                loop: loop, command: command, environment: environment, output: nowhere.number,
                endsWithParent: true
            ) { [weak self] status in self?.performed(command, status) }
            limit?.arm(after: Self.limitMicroseconds)
        } catch {
            logger.warning("PipeWire is not told", metadata: ["reason": "\(error)"])
            pause?.arm(after: 0)
        }
    }

    private func performed(_ command: [String], _ status: ProcessExit) {
        setter = nil
        limit?.disarm()
        if status != .exited(code: 0) {
            logger.warning("PipeWire is not told", metadata: ["reason": "\(command.first ?? "") \(status)"])
        }
        if commands.isEmpty { performNext() } else { pause?.arm(after: Self.pauseMicroseconds) }
    }

    static func command(for action: SoundRoute.Action) -> [String] {
        let key = "default.configured.audio.sink"
        return switch action {
        case .choose(let name): ["pw-metadata", "0", key, "{ \"name\": \(quoted(name)) }", "Spa:String:JSON"]
        case .forget: ["pw-metadata", "-d", "0", key]
        }
    }

    /// A text as a JSON string.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case " "...: String(scalar)
            default: "\\u" + String(repeating: "0", count: 4 - hexadecimal(scalar).count) + hexadecimal(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String { String(scalar.value, radix: 16) }
}
