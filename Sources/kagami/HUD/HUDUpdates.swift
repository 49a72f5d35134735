import Control
import Glibc
import Mirroring
import Pictures
import Runtime

/// Receives values for the status bar and applies them once their pictures are decoded.
///
/// A request with an error changes nothing. Until a new picture is decoded, the bar shows the old picture or its placeholder.
final class HUDUpdates {
    private let hud: HUDBoard
    private let pictures: ImageQueue
    private let loop: EventLoop

    init(_ hud: HUDBoard, pictures: ImageQueue, loop: EventLoop) {
        self.loop = loop
        self.hud = hud
        self.pictures = pictures
    }

    /// Applies values. Returns nil if the answer follows later.
    func set(_ values: HUDValues, _ call: ControlCall<Done>) -> ControlAnswer<Done>? {
        let request = HUDUpdate(
            values: values, now: Timestamp(microseconds: loop.turnTime), unixTime: WallClock.seconds)
        do throws(HUDError) {
            let files = try request.pictureFiles(call.files)
            if files.isEmpty {
                try hud.apply(request.changes())
                return .done
            }
            // Report other errors before the pictures are decoded.
            try hud.check(request.changes())
            decode(files[...], [:]) { [hud, later = call.later] result in
                later.send(Self.apply(result, request, to: hud))
            }
            return nil
        } catch {
            return .failure("\(error)")
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

    private static func apply(
        _ result: Result<Decoded, HUDError>, _ request: HUDUpdate, to hud: HUDBoard
    ) -> ControlAnswer<Done> {
        do throws(HUDError) {
            try hud.apply(request.changes(try result.get()))
            return .done
        } catch {
            return .failure("\(error)")
        }
    }
}
