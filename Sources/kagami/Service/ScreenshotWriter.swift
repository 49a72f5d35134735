import Compositor
import Control
import Mirroring
import Rendering
import Runtime

/// Writes pictures of the screens as PNG files, one at a time and away from the loop.
///
/// A picture is copied when its turn has come, so there is one copy however many wait; a connection waits for its reply
/// before it can ask for another, so no more wait than there are connections.
final class ScreenshotWriter {
    private struct Job {
        let screen: ScreenName
        let file: OwnedDescriptor
        let reply: LaterReply
    }

    private let compositor: Compositor
    private let loop: EventLoop
    private var waiting: [Job] = []
    private var work: BackgroundWork<ControlReply>?

    init(_ compositor: Compositor, loop: EventLoop) {
        self.compositor = compositor
        self.loop = loop
    }

    /// Writes the last presented frame of a screen to a regular file; nil where the reply comes later.
    func write(_ screen: ScreenName, to file: OwnedDescriptor, for connection: ControlConnection) -> ControlReply? {
        // A pipe or a device could keep the writer, and all who wait for it, for ever.
        guard file.isRegularFile else {
            return .failure("the descriptor is of no regular file: attach one in memory (memfd_create)")
        }
        waiting.append(Job(screen: screen, file: file, reply: LaterReply(connection)))
        startNext()
        return nil
    }

    private func startNext() {
        while work == nil, !waiting.isEmpty {
            let job = waiting.removeFirst()
            if job.reply.isWanted { start(job) }
        }
    }

    private func start(_ job: Job) {
        guard let picture = compositor.picture(of: job.screen) else {
            job.reply.send(.failure("no \(job.screen.rawValue) to take a picture of: see kagami status"))
            return
        }
        let (copy, file) = (PNGPicture(copying: picture), job.file)
        do throws(RuntimeError) {
            work = try BackgroundWork(loop: loop) {
                do throws(PNGError) {
                    try copy.write(to: file.number)
                    return .done
                } catch {
                    return .failure("\(error)")
                }
            } whenDone: { [weak self] reply in
                self?.work = nil
                job.reply.send(reply)
                self?.startNext()
            }
        } catch {
            job.reply.send(.failure("cannot write the picture: \(error)"))
        }
    }
}
