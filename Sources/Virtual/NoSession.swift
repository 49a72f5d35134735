import Mirroring

/// The session of virtual hardware, which has no terminals to switch to.
package final class NoSession: SessionPort {
    package init() {}

    package func switchVirtualTerminal(to number: Int) {}
}
