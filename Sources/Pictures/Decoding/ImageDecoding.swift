import CLinux
import Glibc
import Runtime

/// A running worker: its output is read as it arrives, and it is killed after its time limit.
final class ImageDecoding {
    private let pipe: CInt
    private var receiver = ImageReceiver()
    private var result: Result<ImageLevels, ImageFault>?
    private let completion: ImageQueue.Completion
    private var process: ChildProcess?
    private var source: DescriptorSource?
    private var timer: Timer?
    private var isLate = false

    /// Starts a worker on an open file, which may be closed afterwards.
    /// Calls `completion` after the worker has ended.
    init(
        _ file: CInt, command: [String], loop: EventLoop, completion: @escaping ImageQueue.Completion
    ) throws(RuntimeError) {
        self.completion = completion
        var ends: [CInt] = [-1, -1]
        guard kagami_pipe(&ends, 1 << 20) == 0 else { throw RuntimeError("pipe") }
        pipe = ends[0]
        defer { close(ends[1]) }
        _ = fcntl(pipe, F_SETFL, O_NONBLOCK)
        process = try ChildProcess(
            loop: loop, command: command, environment: [:], descriptors: [file, ends[1]],
            onExit: { [weak self] in self?.ended($0) })
        source = try loop.watch(pipe) { [weak self] _ in self?.read() }
        timer = loop.makeTimer { [weak self] in self?.timeIsOver() }
        timer?.arm(after: ImageLimits.clockMicroseconds)
    }

    deinit {
        source?.cancel()
        process?.signal(SIGKILL)
        close(pipe)
    }

    private func read() {
        switch receiver.read(from: pipe) {
        case .more: return
        case .finished(let result): self.result = result
        // The exit status will give the reason.
        case .broken: break
        }
        source?.cancel()
        process?.signal(SIGKILL)
    }

    private func timeIsOver() {
        isLate = true
        process?.signal(SIGKILL)
    }

    private func ended(_ status: ProcessExit) {
        source?.cancel()
        timer?.disarm()
        if result == nil { takeRest() }
        completion(result ?? .failure(ImageFault(reason: reason(status))))
    }

    /// Why a worker ended with neither a picture nor a fault.
    private func reason(_ status: ProcessExit) -> String {
        switch status {
        case _ where isLate, .signaled(SIGXCPU): "decoding it takes too long"
        // GLib ends a program with this signal if it gets no memory.
        case .signaled(SIGTRAP): "decoding it takes too much memory"
        default: "its decoder \(status)"
        }
    }

    /// Reads the rest of the worker's output, which is bounded by the pipe's capacity.
    private func takeRest() {
        for _ in 0..<8 {
            switch receiver.read(from: pipe) {
            case .more: continue
            case .finished(let result): self.result = result
            case .broken: break
            }
            return
        }
    }
}
