import Control
import Geometry
import Mirroring
import Pictures
import Runtime

/// A picture value of the status bar.
enum HUDImageKind: String, CaseIterable {
    case avatar, background, gift

    /// The longest side worth keeping in memory: each of many comments may have a picture.
    var usefulSide: Int {
        switch self {
        case .avatar: 1024
        case .background: ImageLimits.side
        case .gift: 256
        }
    }
}

/// One instant on two clocks.
struct ClockReading {
    /// On CLOCK_BOOTTIME.
    let bootTime: Timestamp
    /// Seconds since 1970.
    let unixTime: Double

    /// The instant at which the wall clock showed, or would have shown, so many seconds since 1970.
    func instant(ofUnixTime seconds: Double) -> Timestamp { instant(secondsAgo: unixTime - seconds) }

    func instant(secondsAgo seconds: Double) -> Timestamp {
        let microseconds = Int64(exactly: (seconds * 1_000_000).rounded()) ?? 0
        return Timestamp(microseconds: bootTime.microseconds &- microseconds)
    }
}

/// Turns received values into changes of the status bar.
struct HUDUpdate {
    let values: HUDValues
    /// The time of arrival.
    let now: ClockReading

    /// The requested changes; pictures missing from `pictures` are left out.
    func changes(_ pictures: [HUDImageKind: HUDImage] = [:]) -> [HUDChange] {
        var changes: [HUDChange] = []
        if values.clearsComments { changes.append(.clearComments) }
        if let comment = values.comment { changes.append(.comment(author: comment.author, text: comment.text)) }
        switch values.pin {
        case .keep: break
        case .remove: changes.append(.unpin)
        case .set(let comment): changes.append(.pin(author: comment.author, text: comment.text))
        }
        if let gifts = values.gifts { changes.append(.gifts(gifts)) }
        if let more = values.moreGifts { changes.append(.moreGifts(more)) }
        if let gift = values.gift {
            changes.append(
                .gift(name: gift.name, count: gift.count, author: gift.author, picture: pictures[.gift]))
        }
        if let viewers = values.viewers { changes.append(.viewers(viewers)) }
        if let start = start(values) { changes.append(start) }
        switch values.microphone {
        case .keep: break
        case .remove: changes.append(.microphone(isOn: nil))
        case .set(let isOn): changes.append(.microphone(isOn: isOn))
        }
        if let text = values.text { changes.append(.text(text)) }
        if values.avatar == .remove { changes.append(.avatar(nil)) }
        if values.background == .remove { changes.append(.background(nil)) }
        if let avatar = pictures[.avatar] { changes.append(.avatar(avatar)) }
        if let background = pictures[.background] { changes.append(.background(background)) }
        return changes
    }

    /// The picture files attached to the request, not yet read.
    func pictureFiles(_ files: AttachedFiles) throws(HUDError) -> [(picture: HUDImageKind, file: RegularFile)] {
        var pictures: [(picture: HUDImageKind, file: RegularFile)] = []
        for picture in HUDImageKind.allCases {
            guard case .set(let named) = setting(of: picture) else { continue }
            guard case .attached(let number) = named else {
                throw .badPicture(field: picture.rawValue, reason: "its descriptor must be attached to the request")
            }
            pictures.append((picture, try Self.file(number, of: files, for: picture)))
        }
        return pictures
    }

    private func setting(of picture: HUDImageKind) -> HUDValues.Setting<HUDValues.File> {
        switch picture {
        case .avatar: values.avatar
        case .background: values.background
        case .gift: values.gift?.picture.map { .set($0) } ?? .keep
        }
    }

    private static func file(
        _ number: Int, of files: AttachedFiles, for picture: HUDImageKind
    ) throws(HUDError) -> RegularFile {
        let descriptor: OwnedDescriptor
        do throws(ControlRequestError) {
            descriptor = try files.file(number)
        } catch {
            throw .badPicture(field: picture.rawValue, reason: "\(error)")
        }
        do throws(RegularFile.Failure) {
            return try RegularFile(descriptor, limit: ImageLimits.fileBytes)
        } catch {
            throw .badPicture(field: picture.rawValue, reason: "\(error)")
        }
    }

    private func start(_ values: HUDValues) -> HUDChange? {
        if let elapsed = values.elapsed { return .start(now.instant(secondsAgo: elapsed)) }
        return switch values.start {
        case .keep: nil
        case .remove: .start(nil)
        case .set(.now): .start(now.bootTime)
        case .set(.unixTime(let seconds)): .start(now.instant(ofUnixTime: seconds))
        }
    }

    /// What becomes of the wall clock's time from which the elapsed time counts.
    var unixStart: HUDValues.Setting<Double> {
        if values.elapsed != nil { return .remove }
        return switch values.start {
        case .keep: .keep
        case .set(.unixTime(let seconds)): .set(seconds)
        case .remove, .set(.now): .remove
        }
    }
}
