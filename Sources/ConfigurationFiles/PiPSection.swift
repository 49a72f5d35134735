import Mirroring

extension PiPConfiguration {
    mutating func read(_ reader: TableReader) {
        readPlace(reader)
        readMotion(reader)
        readLife(reader)
    }

    private mutating func readPlace(_ reader: TableReader) {
        corner = reader.choice("corner") ?? corner
        share = reader.share("size") ?? share
        minimumShare = reader.share("minimum_size") ?? minimumShare
        maximumShare = reader.share("maximum_size") ?? maximumShare
        shares = reader.shares("sizes") ?? shares
        if let margin = reader.integer("margin", in: 0...1000) { margins = PiPMargins(all: margin) }
        if minimumShare > maximumShare {
            reader.refuse("maximum_size", "maximum_size must not be less than minimum_size")
        }
    }

    private mutating func readMotion(_ reader: TableReader) {
        interaction = reader.choice("interaction") ?? interaction
        animationMicroseconds =
            reader.integer("animation_ms", in: 0...10_000).map { Int64($0) * 1000 } ?? animationMicroseconds
        reducesMotion = reader.flag("reduced_motion") ?? reducesMotion
        maximumRate = reader.integer("rate", in: 1...240) ?? maximumRate
        updates = reader.choice("updates") ?? updates
        asksForSize = reader.flag("ask_for_size") ?? asksForSize
        cameraPlayer = reader.command("camera_player") ?? cameraPlayer
    }

    private mutating func readLife(_ reader: TableReader) {
        source =
            reader.value("source", "\"external\", \"content\", \"hud\", \"window:APP_ID\" or \"camera:/dev/videoN\"") {
                value in
                value.string.flatMap { PiPSource($0) }
            } ?? source
        startsAutomatically = reader.flag("auto_start") ?? startsAutomatically
        autoStopMicroseconds =
            reader.number("auto_stop", in: 0...86_400, "a number of seconds, 0 to 86400; 0 for never")
            .map { Int64($0 * 1_000_000) } ?? autoStopMicroseconds
        startTimeoutMicroseconds =
            reader.integer("start_timeout_ms", in: 1...3_600_000).map { Int64($0) * 1000 } ?? startTimeoutMicroseconds
        restoreTimeoutMicroseconds =
            reader.integer("restore_timeout_ms", in: 1...60_000).map { Int64($0) * 1000 } ?? restoreTimeoutMicroseconds
        playbackTimeoutMicroseconds =
            reader.integer("playback_timeout_ms", in: 1...60_000).map { Int64($0) * 1000 }
            ?? playbackTimeoutMicroseconds
    }
}

extension TableReader {
    fileprivate func share(_ key: String) -> Double? {
        number(key, in: 0.05...1, "a number, 0.05 to 1: a share of the largest picture that fits the panel")
    }

    fileprivate func shares(_ key: String) -> [Double]? {
        value(key, "a list of 1 to 10 numbers, 0.05 to 1") { value in
            guard let array = value.array, (1...10).contains(array.count) else { return nil }
            let numbers = array.compactMap(\.number).filter { (0.05...1).contains($0) }
            return numbers.count == array.count ? numbers.sorted() : nil
        }
    }
}
