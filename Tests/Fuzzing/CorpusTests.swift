import Foundation
import TestSupport
import Testing

/// The corpora and mutations of them, read without libFuzzer; the same inputs in every run.
@Suite struct CorpusTests {
    /// An input that broke a promise or trapped once is in its reader's corpus, too.
    @Test(arguments: Readers.names)
    func corporaKeepThePromises(_ name: String) throws {
        let reader = try #require(Readers.named(name))
        let corpus = try Corpus(name)
        #expect(!corpus.inputs.isEmpty)
        let reading = CheckedReading(reader)
        for input in corpus.inputs { try reading.read(input) }
    }

    @Test(arguments: Readers.names)
    func mutationsKeepThePromises(_ name: String) throws {
        let reader = try #require(Readers.named(name))
        var mutation = Mutation(corpus: try Corpus(name).inputs, seed: 1)
        // A server for each input takes a hundred times as long as a text.
        let sample = name == WaylandReader.name ? 200 : 3000
        let reading = CheckedReading(reader)
        for _ in Effort.seeds(sample: sample, torture: 100 * sample) { try reading.read(mutation.next()) }
    }

    /// A check that cannot fail is none.
    @Test func aBrokenPromiseIsReported() {
        #expect(throws: BrokenPromise.self) { try check(false, "broken") }
        #expect(throws: BrokenPromise.self) { try CheckedReading(BrokenReader.self).read([1, 2, 3]) }
    }

    private enum BrokenReader: Reader {
        static let name = "broken"

        static func read(_ input: [UInt8]) throws { try check(input.isEmpty, "not empty") }
    }

}

/// Reads inputs, and keeps the last one in a file: an input that ends the process is left there.
private final class CheckedReading {
    private let reader: any Reader.Type
    private let path: String
    private let file: CInt

    init(_ reader: any Reader.Type) {
        self.reader = reader
        var template = Array("\(NSTemporaryDirectory())/kagami-fuzzed-\(reader.name)-XXXXXX\0".utf8CString)
        file = mkstemp(&template)
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    deinit {
        close(file)
        unlink(path)
    }

    /// Reads an input; a failure names its bytes.
    func read(_ input: [UInt8]) throws {
        // A file of its own for each input would take ten times as long as reading them.
        pwrite(file, input, input.count, 0)
        ftruncate(file, input.count)
        do {
            try reader.read(input)
        } catch let broken as BrokenPromise {
            throw BrokenPromise(description: "\(broken), by the bytes \(Data(input).base64EncodedString())")
        }
    }
}

/// The inputs in the folder of a reader.
private struct Corpus {
    let inputs: [[UInt8]]

    init(_ name: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Corpora/\(name)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        inputs = try files.sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
    }
}

/// Changes inputs at random, as fuzzers do.
private struct Mutation {
    private let corpus: [[UInt8]]
    private var random: SplitMix64

    init(corpus: [[UInt8]], seed: UInt64) {
        self.corpus = corpus
        random = SplitMix64(seed: seed)
    }

    mutating func next() -> [UInt8] {
        var bytes = input()
        for _ in 0..<Int.random(in: 1...4, using: &random) { change(&bytes) }
        return Array(bytes.prefix(4096))
    }

    private mutating func input() -> [UInt8] { corpus.randomElement(using: &random) ?? [] }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let count = min(Int.random(in: 1...16, using: &random), bytes.count - place)
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where count > 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1 where count > 0: bytes[place] = .random(in: 0...255, using: &random)
        case 2 where count > 0: bytes[place] = [0, 1, 0x7f, 0x80, 0xff].randomElement(using: &random) ?? 0
        case 3: bytes.removeSubrange(place..<place + count)
        case 4: bytes.insert(contentsOf: bytes[place..<place + count], at: place)
        case 5: bytes.insert(.random(in: 0...255, using: &random), at: place)
        case 6:
            let other = input()
            let start = Int.random(in: 0...other.count, using: &random)
            bytes.insert(contentsOf: other[start...].prefix(Int.random(in: 1...64, using: &random)), at: place)
        default:
            let other = input()
            let start = Int.random(in: 0...other.count, using: &random)
            bytes.replaceSubrange(place..., with: other[start...])
        }
    }
}
