import CLinux
import Testing

@Suite struct LogLineTests {
    private func line(_ format: String, _ arguments: [any CVarArg]) -> String {
        var line = [CChar](repeating: 1, count: 1024)
        withVaList(arguments) { kagami_log_line(&line, line.count, format, $0) }
        return line.withUnsafeBufferPointer { buffer in buffer.baseAddress.map { String(cString: $0) } ?? "" }
    }

    @Test func formatsArgumentsAndDropsTheLineEnd() {
        #expect(line("event%d: bad value %d\n", [CInt(3), CInt(-7)]) == "event3: bad value -7")
        #expect(line("two\r\n\n", []) == "two")
        #expect(line("\n", []) == "")
    }

    @Test func cutsOverlongLines() {
        #expect(line(String(repeating: "x", count: 5000) + "%d", [CInt(1)]).utf8.count == 1023)
    }
}
