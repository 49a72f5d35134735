import TOML
import Mirroring

extension HUDConfiguration {
    mutating func read(_ reader: TableReader) {
        layoutPath =
            reader.value("layout", "an absolute path of a layout's file") { value in
                value.string.flatMap { $0.hasPrefix("/") && !$0.utf8.contains(0) ? $0 : nil }
            } ?? layoutPath
        let places = HUDPlace.allCases.filter { $0 != .pip }
        place =
            reader.value("show", "one of \(places.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))") { value in
                value.string.flatMap { HUDPlace(rawValue: $0) }.flatMap { $0 == .pip ? nil : $0 }
            } ?? place
        height = reader.integer("height", in: 8...400) ?? height
        isOverFullscreen = reader.flag("over_fullscreen") ?? isOverFullscreen
    }
}
