import Glibc

/// libFuzzer with the reader that `KAGAMI_FUZZ_READER` names, and libFuzzer's own arguments.
@main enum FuzzerEntry {
    static let reader = find()

    private static func find() -> any Reader.Type {
        let name = getenv("KAGAMI_FUZZ_READER").map { String(cString: $0) } ?? ""
        if let reader = Readers.named(name) { return reader }
        print("KAGAMI_FUZZ_READER must be one of: \(Readers.names.joined(separator: ", "))")
        exit(2)
    }

    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(runFuzzer(&count, &arguments, readInput))
    }
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func readInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try FuzzerEntry.reader.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        fatalError("\(FuzzerEntry.reader.name): \(error)")
    }
    return 0
}

/// libFuzzer's own entry for programs that have a `main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ reader: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
