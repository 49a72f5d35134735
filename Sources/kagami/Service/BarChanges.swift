import Control
import Geometry
import Mirroring
import StatusBar

/// Turns what was sent for the status bar into changes of it.
struct BarChanges {
    /// Now on CLOCK_MONOTONIC, and in seconds since 1970.
    let now: Timestamp
    let unixTime: Double

    /// The changes that `values` ask for; throws for a picture that cannot be used.
    func changes(_ values: HUDValues) throws(HUDError) -> [HUDChange] {
        var changes: [HUDChange] = []
        if values.clearsComments { changes.append(.clearComments) }
        if let comment = values.comment { changes.append(.comment(author: comment.author, text: comment.text)) }
        if let gifts = values.gifts { changes.append(.gifts(gifts)) }
        if let more = values.moreGifts { changes.append(.moreGifts(more)) }
        if let viewers = values.viewers { changes.append(.viewers(viewers)) }
        if let start = start(values) { changes.append(start) }
        switch values.microphone {
        case .keep: break
        case .remove: changes.append(.microphone(isOn: nil))
        case .set(let isOn): changes.append(.microphone(isOn: isOn))
        }
        if let text = values.text { changes.append(.text(text)) }
        // Decoding comes last, as it costs the most.
        switch values.avatar {
        case .keep: break
        case .remove: changes.append(.avatar(nil))
        case .set(let path): changes.append(.avatar(try picture(path)))
        }
        switch values.background {
        case .keep: break
        case .remove: changes.append(.background(nil))
        case .set(let path): changes.append(.background(try picture(path)))
        }
        return changes
    }

    private func start(_ values: HUDValues) -> HUDChange? {
        if let elapsed = values.elapsed { return .start(instant(secondsAgo: elapsed)) }
        return switch values.start {
        case .keep: nil
        case .remove: .start(nil)
        case .set(.now): .start(now)
        case .set(.unixTime(let seconds)): .start(instant(secondsAgo: unixTime - seconds))
        }
    }

    private func instant(secondsAgo seconds: Double) -> Timestamp {
        let microseconds = Int64(exactly: (seconds * 1_000_000).rounded()) ?? 0
        return Timestamp(microseconds: now.microseconds &- microseconds)
    }

    private func picture(_ path: String) throws(HUDError) -> HUDPicture {
        guard path.hasPrefix("/") else { throw .badPicture(path: path, reason: "its path must be absolute") }
        return try HUDPicture(path: path)
    }
}
