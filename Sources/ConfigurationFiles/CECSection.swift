import Mirroring
import TOML

extension CECConfiguration {
    mutating func read(_ reader: TableReader) {
        turnsOn = reader.flag("turn_on") ?? turnsOn
        putsToSleep = reader.flag("standby") ?? putsToSleep
        device =
            reader.value("device", "the path of an adapter, such as \"/dev/cec0\"") { value in
                value.string.flatMap { $0.hasPrefix("/") ? $0 : nil }
            } ?? device
    }
}
