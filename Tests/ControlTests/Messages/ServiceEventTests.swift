import Geometry
import Mirroring
import Testing

@testable import Control

@Suite struct ServiceEventTests {
    static let cases: [(ServiceEvent.Occurrence, String)] = [
        (
            .stateChanged(from: .panelOnly, to: .mirroring),
            #""from":"panel-only","time_us":42,"to":"mirroring","type":"state""#
        ),
        (.outputPlugged(OutputID("DP-1")), #""output":"DP-1","time_us":42,"type":"plugged""#),
        (.outputUnplugged(OutputID("DP-1")), #""output":"DP-1","time_us":42,"type":"unplugged""#),
        (.outputFrozen(OutputID("DP-1")), #""output":"DP-1","time_us":42,"type":"frozen""#),
        (.outputUnfrozen(OutputID("DP-1")), #""output":"DP-1","time_us":42,"type":"unfrozen""#),
        (
            .contentMoved(on: .external, output: OutputID("DP-1"), width: 3840, height: 2160),
            #""height":2160,"on":"external","output":"DP-1","time_us":42,"type":"content-moved","width":3840"#
        ),
        (
            .contentMoved(on: nil, output: nil, width: 0, height: 0),
            #""height":0,"on":null,"output":null,"time_us":42,"type":"content-moved","width":0"#
        ),
        (
            .contentMoved(on: .background, output: nil, width: 1280, height: 800),
            #""height":800,"on":"background","output":null,"time_us":42,"type":"content-moved","width":1280"#
        ),
        (
            .panelForegroundChanged(to: .application),
            #""time_us":42,"to":"application","type":"panel-foreground""#
        ),
        (
            .modeRefused(
                OutputID("DP-1"), ModeStatus(Mode(size: Size(width: 8, height: 6), refreshMilliHertz: 1)), reason: "no"),
            #""mode":{"height":6,"preferred":false,"refresh_mhz":1,"width":8},"output":"DP-1","reason":"no","#
                + #""time_us":42,"type":"mode-refused""#
        ),
        (
            .outputPostponed(OutputID("DP-1"), reason: "no memory", retryMilliseconds: 500),
            #""output":"DP-1","reason":"no memory","retry_ms":500,"time_us":42,"type":"output-postponed""#
        ),
        (
            .firstFrame(on: .panel, output: OutputID("DSI-1"), milliseconds: 16.5, frames: 2),
            #""frames":2,"milliseconds":16.5,"on":"panel","output":"DSI-1","time_us":42,"type":"first-frame""#
        ),
        (.touchesCancelled(count: 3), #""count":3,"time_us":42,"type":"touches-cancelled""#),
        (.clientConnected(pid: 7), #""pid":7,"time_us":42,"type":"client-connected""#),
        (.clientDisconnected(pid: 7), #""pid":7,"time_us":42,"type":"client-disconnected""#),
        (
            .applicationExited(pid: 7, status: nil, signal: 11),
            #""pid":7,"signal":11,"status":null,"time_us":42,"type":"application-exited""#
        ),
        (
            .panelApplicationExited(pid: 8, status: 3, signal: nil),
            #""pid":8,"signal":null,"status":3,"time_us":42,"type":"panel-application-exited""#
        ),
        (
            .applicationRestarting(retryMilliseconds: 500),
            #""retry_ms":500,"time_us":42,"type":"application-restarting""#
        ),
        (.applicationRestarted(pid: 9), #""pid":9,"time_us":42,"type":"application-restarted""#),
        (
            .applicationGaveUp(reason: "ended with status 1"),
            #""reason":"ended with status 1","time_us":42,"type":"application-gave-up""#
        ),
        (
            .hookFailed(hook: "sleep", program: "swaylock", status: 1, signal: nil, reason: "exited with status 1"),
            #""hook":"sleep","program":"swaylock","reason":"exited with status 1","signal":null,"status":1,"#
                + #""time_us":42,"type":"hook-failed""#
        ),
        (.sessionLocked, #""time_us":42,"type":"locked""#),
        (.sessionUnlocked, #""time_us":42,"type":"unlocked""#),
        (.lockerLost(pid: 9), #""pid":9,"time_us":42,"type":"locker-lost""#),
        (.userIdle(.panelOff), #""stage":"panel-off","time_us":42,"type":"idle""#),
        (.userActive, #""time_us":42,"type":"active""#),
        (.sleepIsComing, #""time_us":42,"type":"sleep""#),
        (.woke, #""time_us":42,"type":"wake""#),
        (.seatPaused, #""time_us":42,"type":"seat-paused""#),
        (.seatResumed, #""time_us":42,"type":"seat-resumed""#),
        (.dropped(reason: "slow"), #""reason":"slow","time_us":42,"type":"dropped""#),
        (
            .pip(.possibleChanged([.hud, .window("a")])),
            #""sources":["hud","window:a"],"time_us":42,"type":"pip-possible""#
        ),
        (.pip(.willStart(.external)), #""source":"external","time_us":42,"type":"pip-will-start""#),
        (.pip(.didStart(.external)), #""source":"external","time_us":42,"type":"pip-did-start""#),
        (
            .pip(.failedToStart(.content, .impossible(.onExternal))),
            #""detail":"the content is on the external: use the source external","reason":"impossible","#
                + #""source":"content","time_us":42,"type":"pip-failed-to-start""#
        ),
        (
            .pip(.willStop(.hud, .closed)),
            #""reason":"closed","source":"hud","time_us":42,"type":"pip-will-stop""#
        ),
        (
            .pip(.didStop(.hud, .replaced)),
            #""reason":"replaced","source":"hud","time_us":42,"type":"pip-did-stop""#
        ),
        (.pip(.restoreRequested(.content)), #""source":"content","time_us":42,"type":"pip-restore-requested""#),
        (
            .pip(.sourceChanged(from: .external, to: .content)),
            #""from":"external","time_us":42,"to":"content","type":"pip-source-changed""#
        ),
        (
            .pip(.sizeChanged(.hud, PiPRenderSize(width: 1, height: 2, renderWidth: 3, renderHeight: 4))),
            #""height":2,"render_height":4,"render_width":3,"source":"hud","time_us":42,"type":"pip-size-changed","#
                + #""width":1"#
        ),
        (.pip(.activeChanged(true)), #""active":true,"time_us":42,"type":"pip-active""#),
    ]

    @Test(arguments: [PiPFailure.timedOut, .replaced, .stopped, .sourceGone, .sourceFailed("no memory")])
    func failuresComeBackAsTheyWent(failure: PiPFailure) throws {
        let event = ServiceEvent(.pip(.failedToStart(.hud, failure)), at: Timestamp(microseconds: 1))
        #expect(try decoded(ServiceEvent.self, text(event)) == event)
    }

    @Test(arguments: cases.indices)
    func eventIsOneFlatObject(_ index: Int) throws {
        let (occurrence, json) = Self.cases[index]
        let event = ServiceEvent(occurrence, at: Timestamp(microseconds: 42))
        #expect(text(event) == "{\(json)}")
        #expect(try decoded(ServiceEvent.self, "{\(json)}") == event)
    }

    @Test func everyKindIsInTheTable() {
        let kinds = Self.cases.map { ServiceEvent($0.0, at: Timestamp(microseconds: 0)).kind }
        #expect(Set(kinds) == Set(ServiceEvent.Kind.allCases))
    }
}
