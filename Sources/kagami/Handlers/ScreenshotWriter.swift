import Compositor
import Control
import Mirroring
import Rendering
import Runtime

/// Writes screenshots to files, one at a time on another thread.
///
/// A screen is copied only when its job starts, so there is at most one copy. Each connection has at most one job, because it waits for the
/// answer.
final class ScreenshotWriter: CommandHandler {
    private struct Job {
        let screen: NamedScreen
        let format: PictureFormat
        let file: OwnedDescriptor
        let later: LaterAnswer<Done>
    }

    private let compositor: Compositor
    private let loop: EventLoop
    private var waiting: [Job] = []
    private var work: BackgroundWork<ControlAnswer<Done>>?

    init(_ compositor: Compositor, loop: EventLoop) {
        self.compositor = compositor
        self.loop = loop
    }

    /// Writes the last presented frame of a screen to a regular file; the answer follows later.
    func answer(_ command: ScreenshotRequest, _ call: ControlCall<Done>) -> ControlAnswer<Done>? {
        do throws(ControlRequestError) {
            let file = try call.files.file(0)
            // A pipe or a device could block the writer, and all waiting jobs, forever.
            guard file.isRegularFile else {
                return .failure(
                    "the descriptor is not a regular file: attach one, such as a memory file (memfd_create)")
            }
            waiting.append(Job(screen: command.screen, format: command.format ?? .png, file: file, later: call.later))
            startNext()
            return nil
        } catch {
            return .failure("\(error)")
        }
    }

    private func startNext() {
        while work == nil, !waiting.isEmpty {
            let job = waiting.removeFirst()
            if job.later.isWanted { start(job) }
        }
    }

    private func start(_ job: Job) {
        guard let copy = compositor.withPicture(of: job.screen, { ScreenPicture(copying: $0) }) else {
            job.later.send(.failure("no \(job.screen) to take a picture of: see kagami status"))
            return
        }
        let (file, format) = (job.file, job.format)
        do throws(RuntimeError) {
            work = try BackgroundWork(loop: loop) {
                do throws(ScreenPictureError) {
                    try copy.write(to: file.number, as: format)
                    return .done
                } catch {
                    return .failure("\(error)")
                }
            } whenDone: { [weak self] answer in
                self?.work = nil
                job.later.send(answer)
                self?.startNext()
            }
        } catch {
            job.later.send(.failure("cannot write the picture: \(error)"))
        }
    }
}
