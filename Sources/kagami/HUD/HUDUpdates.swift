import Control
import Glibc
import Mirroring
import Pictures
import Runtime
import Virtual

/// Receives values for the status bar and applies them once their pictures are decoded.
///
/// A request with an error changes nothing. Until a new picture is decoded, the bar shows the old picture or its placeholder.
final class HUDUpdates {
    private let hud: HUDBoard
    private let pictures: ImageQueue
    private let loop: EventLoop
    /// The start of the elapsed time, in seconds since 1970, if it was given as a time of the wall clock.
    private var unixStart: Double?

    init(_ hud: HUDBoard, pictures: ImageQueue, loop: EventLoop) {
        self.loop = loop
        self.hud = hud
        self.pictures = pictures
    }

    /// Applies values. Returns nil if the answer follows later.
    func set(_ values: HUDValues, _ call: ControlCall<Done>) -> ControlAnswer<Done>? {
        let request = HUDUpdate(values: values, now: now)
        do throws(HUDError) {
            let files = try request.pictureFiles(call.files)
            if files.isEmpty {
                try apply(request)
                return .done
            }
            // Report other errors before the pictures are decoded.
            try hud.check(request.changes())
            decode(files[...], [:]) { [weak self, later = call.later] result in
                guard let self else { return }
                do throws(HUDError) {
                    try apply(request, try result.get())
                    later.send(.done)
                } catch {
                    later.send(.failure("\(error)"))
                }
            }
            return nil
        } catch {
            return .failure("\(error)")
        }
    }

    /// Follows the wall clock, which was set, and shows the time that the machine has slept.
    func clockChanged() {
        if let unixStart { try? hud.apply([.start(now.instant(ofUnixTime: unixStart))]) }
        hud.timeHasPassed()
    }

    private var now: ClockReading {
        ClockReading(bootTime: loop.bootTime, unixTime: WallClock.seconds)
    }

    private func apply(_ request: HUDUpdate, _ pictures: Decoded = [:]) throws(HUDError) {
        try hud.apply(request.changes(pictures))
        switch request.unixStart {
        case .keep: break
        case .remove: unixStart = nil
        case .set(let seconds): unixStart = seconds
        }
    }

    private typealias Decoded = [HUDImageKind: HUDImage]

    /// Decodes the files one after another, up to the first invalid one.
    private func decode(
        _ files: ArraySlice<(picture: HUDImageKind, file: RegularFile)>, _ decoded: Decoded,
        then completion: @escaping (Result<Decoded, HUDError>) -> Void
    ) {
        guard let (field, file) = files.first else { return completion(.success(decoded)) }
        pictures.decode(file) { [weak self] result in
            switch result {
            case .success(let picture):
                var decoded = decoded
                decoded[field] = HUDImage(levels: picture.levels, within: field.usefulSide)
                guard decoded[field] != nil else {
                    let error = HUDError.badPicture(field: field.rawValue, reason: "out of memory")
                    return completion(.failure(error))
                }
                self?.decode(files.dropFirst(), decoded, then: completion)
            case .failure(let fault):
                completion(.failure(.badPicture(field: field.rawValue, reason: fault.reason)))
            }
        }
    }
}
