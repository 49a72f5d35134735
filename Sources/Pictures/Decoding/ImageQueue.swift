import Glibc
package import Runtime

/// Decodes pictures in worker processes, one at a time in order of arrival.
///
/// The service's thread neither reads a picture's file nor waits. A worker that takes too long, needs too much memory
/// or crashes affects only its own picture.
package final class ImageQueue {
    package typealias Completion = (Result<ImageLevels, ImageFault>) -> Void

    private let loop: EventLoop
    private let command: [String]
    private var waiting: [ImageJob] = []
    private var running: ImageDecoding?

    /// `command` starts a program that calls `ImageWorker.run`.
    package init(loop: EventLoop, command: [String]) {
        self.loop = loop
        self.command = command
    }

    /// Decodes a file and calls `completion` later, once, on this thread.
    package func decode(_ file: RegularFile, then completion: @escaping Completion) {
        guard waiting.count < ImageLimits.waiting else {
            let fault = ImageFault(reason: "\(ImageLimits.waiting) others are waiting to be decoded: try again")
            return loop.deferAction { completion(.failure(fault)) }
        }
        waiting.append(ImageJob(file: file, completion: completion))
        if running == nil { startNext() }
    }

    private func startNext() {
        guard running == nil, !waiting.isEmpty else { return }
        let job = waiting.removeFirst()
        do throws(RuntimeError) {
            running = try ImageDecoding(job.file.descriptor.number, command: command, loop: loop) {
                [weak self] result in
                self?.running = nil
                job.completion(result)
                self?.startNext()
            }
        } catch {
            let fault = ImageFault(reason: "no decoder: \(error)")
            loop.deferAction { [weak self] in
                job.completion(.failure(fault))
                self?.startNext()
            }
        }
    }
}

/// A picture waiting to be decoded.
private struct ImageJob {
    let file: RegularFile
    let completion: ImageQueue.Completion
}
