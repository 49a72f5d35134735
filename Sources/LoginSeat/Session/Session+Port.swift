import Mirroring

extension Session: SessionPort {
    package func switchVirtualTerminal(to number: Int) {
        switchVT(number)
    }
}
