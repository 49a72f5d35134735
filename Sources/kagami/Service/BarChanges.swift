import Control
import Geometry
import Mirroring
import Runtime
import StatusBar

/// Turns what was sent for the status bar into changes of it.
struct BarChanges {
    /// Now on CLOCK_MONOTONIC, and in seconds since 1970.
    let now: Timestamp
    let unixTime: Double
    /// What came with the request.
    let files: AttachedFiles

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
        case .set(let file): changes.append(.avatar(try picture(file, for: "avatar")))
        }
        switch values.background {
        case .keep: break
        case .remove: changes.append(.background(nil))
        case .set(let file): changes.append(.background(try picture(file, for: "background")))
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

    private func picture(_ file: HUDValues.File, for field: String) throws(HUDError) -> HUDPicture {
        guard case .attached(let number) = file else {
            throw .badPicture(field: field, reason: "its descriptor must come with the request")
        }
        let descriptor: OwnedDescriptor
        do throws(ControlRequestError) {
            descriptor = try files.file(number)
        } catch {
            throw .badPicture(field: field, reason: "\(error)")
        }
        return try HUDPicture(reading: descriptor, for: field)
    }
}
