import Glibc
import Logging
import Testing

@testable import LoginSeat
@testable import Runtime

@Suite struct SessionErrorTests {
    private func surroundings(
        backend: String? = nil, root: Bool = false, socket: SeatSurroundings.Socket = .absent,
        terminals: Bool = true
    ) -> SeatSurroundings {
        SeatSurroundings(
            chosenBackend: backend, isRoot: root, seatdSocket: socket, hasVirtualTerminals: terminals)
    }

    @Test func tellsHowToGetASeat() {
        #expect(surroundings().remedy == "start seatd and join its group, or log in on the console")
        #expect(surroundings(socket: .refused).remedy.contains("join the group"))
        #expect(surroundings(socket: .usable).remedy.contains("no free seat"))
        #expect(surroundings(backend: "logind").remedy.contains("LIBSEAT_BACKEND=logind"))
        #expect(surroundings(root: true, terminals: false).remedy.contains("/dev/tty0"))
    }

    @Test func isOneLine() {
        let error = SessionError(
            .openDevice, object: "/dev/dri/card0", errorNumber: EACCES,
            remedy: "join the group that owns it")
        #expect(
            error.description
                == "cannot open device /dev/dri/card0 (Permission denied): join the group that owns it")
    }

    /// A backend that does not exist makes every machine one without a seat, and keeps this test off the console.
    ///
    /// libseat reads the environment of its process, so this is a process of its own.
    @Test func failsWithoutASeat() async {
        await #expect(processExitsWith: .success) {
            setenv("LIBSEAT_BACKEND", "absent", 1)
            let loop = try EventLoop()
            let error = #expect(throws: SessionError.self) {
                _ = try Session(
                    loop: loop, logger: Logger(label: "test"), environment: ["LIBSEAT_BACKEND": "absent"])
            }
            #expect(error?.operation == .openSeat)
            #expect(error?.remedy.contains("LIBSEAT_BACKEND=absent") == true)
            #expect(error?.description.contains("\n") == false)
        }
    }

    @Test func theSurroundingsAreReadFromTheGivenEnvironment() {
        #expect(SeatSurroundings.current(environment: ["LIBSEAT_BACKEND": "absent"]).chosenBackend == "absent")
        #expect(SeatSurroundings.current(environment: [:]).chosenBackend == nil)
        #expect(SeatSurroundings.current(environment: ["SEATD_SOCK": "/nowhere"]).seatdSocket == .absent)
    }
}
