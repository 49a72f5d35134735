/// Something that happened in the service.
package struct ServiceEvent: Hashable, Sendable {
    /// On CLOCK_MONOTONIC.
    package var time: Timestamp
    package var occurrence: Occurrence

    package init(_ occurrence: Occurrence, at time: Timestamp) {
        self.time = time
        self.occurrence = occurrence
    }

    /// What happened.
    package enum Occurrence: Hashable, Sendable {
        case stateChanged(from: TopologyState, to: TopologyState)
        case outputPlugged(OutputID)
        case outputUnplugged(OutputID)
        /// An external keeps its last picture from now on, or no longer.
        case outputFrozen(OutputID)
        case outputUnfrozen(OutputID)
        /// The content was laid out again; `on` is nil when it was parked, `output` is nil also while it is on no
        /// screen.
        case contentMoved(on: ContentPlace?, output: OutputID?, width: Int, height: Int)
        case modeRefused(OutputID, ModeStatus, reason: String)
        /// A display stays dark for now, over a shortage that may pass, and is tried again after that time.
        case outputPostponed(OutputID, reason: String, retryMilliseconds: Int)
        /// The panel shows the other application now.
        case panelForegroundChanged(to: PanelForeground.Choice)
        /// The first full frame on a screen after the content moved there: `milliseconds` and composed frames since
        /// the plug or unplug that caused it.
        case firstFrame(on: ScreenName, output: OutputID, milliseconds: Double, frames: Int)
        /// Live contacts were cancelled because what was under them moved.
        case touchesCancelled(count: Int)
        case clientConnected(pid: Int)
        case clientDisconnected(pid: Int)
        /// The hosted application ended: an exit status, or the signal that killed it.
        case applicationExited(pid: Int, status: Int?, signal: Int?)
        /// The hosted application has ended and will be started again after that time.
        case applicationRestarting(retryMilliseconds: Int)
        /// The hosted application was started again.
        case applicationRestarted(pid: Int)
        /// The hosted application has ended and is started again only by hand.
        case applicationGaveUp(reason: String)
        /// An event of the picture in picture.
        case pip(PiPEvent)
        /// The panel application ended, likewise.
        case panelApplicationExited(pid: Int, status: Int?, signal: Int?)
        /// The user's command for events of the type `hook` did not start, or ended with an error: its exit status, or
        /// the signal that killed it. `reason` is for a person.
        case hookFailed(hook: String, program: String, status: Int?, signal: Int?, reason: String)
        /// A locker has hidden everything.
        case sessionLocked
        case sessionUnlocked
        /// The locker has ended without unlocking: the session stays locked.
        case lockerLost(pid: Int)
        /// The user has done nothing for so long that a stage of idleness is reached.
        case userIdle(IdleStage)
        /// The user is back after such a stage.
        case userActive
        /// The machine is about to sleep, and waits for the hooks of this event; or has woken.
        case sleepIsComing
        case woke
        /// The displays and devices were taken away (a VT switch, the machine's sleep), or are back.
        case seatPaused
        case seatResumed
        /// The last line of a stream whose reader was too slow.
        case dropped(reason: String)
    }
}
