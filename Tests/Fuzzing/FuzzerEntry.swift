/// What libFuzzer calls with each input; it has a `main` of its own.
@_cdecl("LLVMFuzzerTestOneInput")
public func readInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzedText(UnsafeBufferPointer(start: bytes, count: count))?.read()
    return 0
}
