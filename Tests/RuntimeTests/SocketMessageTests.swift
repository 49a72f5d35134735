import Glibc
import Testing

@testable import Runtime

@Suite struct SocketMessageTests {
    private let sockets: [OwnedDescriptor]

    init() throws {
        var ends: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        sockets = ends.map(OwnedDescriptor.init(owning:))
    }

    private func send(_ bytes: [UInt8], _ files: [OwnedDescriptor] = []) -> Int {
        bytes.withUnsafeBytes { SocketMessage.send($0, files, to: sockets[0].number) }
    }

    private func receive(room: Int) -> SocketMessage {
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) {
            SocketMessage.receive(from: sockets[1].number, into: $0, room: room)
        }
    }

    @Test func descriptorsComeWithTheirBytes() throws {
        let file = try OwnedDescriptor(memoryFile: "test")
        #expect(send([1]) == 1)
        #expect(send([2, 3], [file, sockets[0]]) == 2)
        #expect(send([4]) == 1)
        // A read ends with the message that has descriptors.
        let first = receive(room: 4)
        #expect(first.count == 3 && first.descriptors.count == 2 && !first.hasLostDescriptors)
        #expect(first.descriptors.map(\.isRegularFile) == [true, false])
        #expect(first.descriptors.allSatisfy { fcntl($0.number, F_GETFD) & FD_CLOEXEC != 0 })
        let second = receive(room: 4)
        #expect(second.count == 1 && second.descriptors.isEmpty)
        #expect(receive(room: 4).count == -1 && errno == EAGAIN)
    }

    @Test(arguments: [0, 1, 2, 3, 5])
    func thereIsRoomForSoManyAndNoMore(_ room: Int) throws {
        let file = try OwnedDescriptor(memoryFile: "test")
        #expect(send([1], Array(repeating: file, count: 4)) == 1)
        let message = receive(room: room)
        #expect(message.count == 1)
        #expect(message.descriptors.count == min(room, 4))
        #expect(message.hasLostDescriptors == (room < 4))
    }

    @Test func aReleasedDescriptorIsClosed() throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let reading = OwnedDescriptor(owning: ends[0])
        do {
            let writing = OwnedDescriptor(owning: ends[1])
            #expect(write(writing.number, "x", 1) == 1)
        }
        var bytes: [UInt8] = [0, 0]
        #expect(read(reading.number, &bytes, 2) == 1)
        #expect(read(reading.number, &bytes, 2) == 0)
    }

    @Test func aFileThatIsNotThereIsToldByName() {
        #expect(throws: RuntimeError("open", "/nowhere/at/all", errorNumber: ENOENT)) {
            try OwnedDescriptor(opening: "/nowhere/at/all", O_RDONLY)
        }
    }
}
