/// A reader of texts, bytes or events that strangers made, through the same entry that the service uses.
protocol Reader: SendableMetatype {
    /// The name of the reader and of its folder in `Corpora`.
    static var name: String { get }

    /// Reads an input, and throws a `BrokenPromise` if the result is not what the reader promises for every input.
    static func read(_ input: [UInt8]) throws
}

/// The readers under test.
enum Readers {
    static let all: [any Reader.Type] = [
        AddressReader.self, BusReader.self, ConfigurationReader.self, DesktopEntryReader.self, DisplayMemoryReader.self,
        EDIDReader.self, LinesReader.self, RecordingReader.self, RegionReader.self, ReplyReader.self,
        RequestReader.self, SelectionReader.self, SoundReader.self, TelevisionReader.self, WaylandReader.self,
        WindowManagerReader.self,
    ]

    static let names: [String] = all.map { $0.name }

    static func named(_ name: String) -> (any Reader.Type)? { all.first { $0.name == name } }
}

/// A promise that a reader did not keep.
struct BrokenPromise: Error, CustomStringConvertible {
    let description: String
}

/// Throws unless a promise is kept; `promise` says what went wrong.
func check(_ isKept: Bool, _ promise: @autoclosure () -> String) throws {
    if !isKept { throw BrokenPromise(description: promise()) }
}
