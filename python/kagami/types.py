"""What the service says of itself, as `kagami schema` describes it. Made by tools/python-types: do not edit."""

from typing import Literal, TypedDict


ActiveEvent = TypedDict(
    "ActiveEvent", {
        "time_us": int,
        "type": Literal["active"],
    })

ApplicationExitedEvent = TypedDict(
    "ApplicationExitedEvent", {
        "pid": int,
        "signal": int | None,
        "status": int | None,
        "time_us": int,
        "type": Literal["application-exited"],
    })

ApplicationGaveUpEvent = TypedDict(
    "ApplicationGaveUpEvent", {
        "reason": str,
        "time_us": int,
        "type": Literal["application-gave-up"],
    })

ApplicationRestartedEvent = TypedDict(
    "ApplicationRestartedEvent", {
        "pid": int,
        "time_us": int,
        "type": Literal["application-restarted"],
    })

ApplicationRestartingEvent = TypedDict(
    "ApplicationRestartingEvent", {
        "retry_ms": int,
        "time_us": int,
        "type": Literal["application-restarting"],
    })

ClientConnectedEvent = TypedDict(
    "ClientConnectedEvent", {
        "pid": int,
        "time_us": int,
        "type": Literal["client-connected"],
    })

ClientDisconnectedEvent = TypedDict(
    "ClientDisconnectedEvent", {
        "pid": int,
        "time_us": int,
        "type": Literal["client-disconnected"],
    })

ContentMovedEvent = TypedDict(
    "ContentMovedEvent", {
        "height": int,
        "on": Literal["panel", "external", "pip", "background"] | None,
        "output": str | None,
        "time_us": int,
        "type": Literal["content-moved"],
        "width": int,
    })

ContentStatus = TypedDict(
    "ContentStatus", {
        "app_id": str | None,
        "height": int,
        "on": Literal["panel", "external", "pip", "background"] | None,
        "title": str | None,
        "width": int,
    })

ControllerStatusAim = TypedDict(
    "ControllerStatusAim", {
        "x": float,
        "y": float,
    })

ControllerStatus = TypedDict(
    "ControllerStatus", {
        "aim": ControllerStatusAim | None,
        "height": int,
        "mode": Literal["direct", "trackpad", "view", "keys"],
        "width": int,
        "x": int,
        "y": int,
        "zoom": float,
    })

SupervisionStatus = TypedDict(
    "SupervisionStatus", {
        "last_error": str | None,
        "last_signal": int | None,
        "last_status": int | None,
        "pid": int | None,
        "program": str,
        "restarts": int,
        "state": Literal["running", "waiting", "gave-up"],
    })

DisplayApplicationStatus = TypedDict(
    "DisplayApplicationStatus", {
        "content": ContentStatus | None,
        "output": str | None,
        "program": SupervisionStatus | None,
    })

RememberedMode = TypedDict(
    "RememberedMode", {
        "height": int,
        "refresh_mhz": int | None,
        "width": int,
    })

RememberedZoom = TypedDict(
    "RememberedZoom", {
        "factor": float,
        "height": int,
        "width": int,
        "x": float | None,
        "y": float | None,
    })

DisplaySettings = TypedDict(
    "DisplaySettings", {
        "controller": Literal["direct", "trackpad", "view", "keys"] | None,
        "larger_text_offered": bool | None,
        "mode": RememberedMode | None,
        "overscan": int | None,
        "role": Literal["panel", "external", "copy", "part", "controller", "own", "spare"] | None,
        "scale": float | None,
        "transform": str | None,
        "volume": int | None,
        "vrr": Literal["off", "full-screen", "on"] | None,
        "zoom": RememberedZoom | None,
    })

DroppedEvent = TypedDict(
    "DroppedEvent", {
        "reason": str,
        "time_us": int,
        "type": Literal["dropped"],
    })

FirstFrameEvent = TypedDict(
    "FirstFrameEvent", {
        "frames": int,
        "milliseconds": float,
        "on": Literal["panel", "external"],
        "output": str,
        "time_us": int,
        "type": Literal["first-frame"],
    })

FrameDepth = TypedDict(
    "FrameDepth", {
        "bits": int,
        "reason": str | None,
    })

FrozenEvent = TypedDict(
    "FrozenEvent", {
        "output": str,
        "time_us": int,
        "type": Literal["frozen"],
    })

HUDStatus = TypedDict(
    "HUDStatus", {
        "comments": int,
        "draws": int,
        "height": int,
        "layout_error": str | None,
        "place": Literal["pip", "panel-top", "panel-bottom", "external-top", "external-bottom"],
        "width": int,
    })

HookFailedEvent = TypedDict(
    "HookFailedEvent", {
        "hook": str,
        "program": str,
        "reason": str,
        "signal": int | None,
        "status": int | None,
        "time_us": int,
        "type": Literal["hook-failed"],
    })

IdleEvent = TypedDict(
    "IdleEvent", {
        "stage": Literal["dim", "panel-off", "external-off", "blank", "command"],
        "time_us": int,
        "type": Literal["idle"],
    })

IdlenessInhibitor = TypedDict(
    "IdlenessInhibitor", {
        "program": str | None,
        "reason": str | None,
        "source": Literal["window", "screensaver", "logind"],
    })

LayerStatus = TypedDict(
    "LayerStatus", {
        "kind": Literal["content", "window", "snapshot", "cursor"],
        "path": Literal["plane", "composed"],
        "plane": int | None,
        "reason": str | None,
    })

LockedEvent = TypedDict(
    "LockedEvent", {
        "time_us": int,
        "type": Literal["locked"],
    })

LockerLostEvent = TypedDict(
    "LockerLostEvent", {
        "pid": int,
        "time_us": int,
        "type": Literal["locker-lost"],
    })

MemoryTrafficBytes = TypedDict(
    "MemoryTrafficBytes", {
        "read": int,
        "written": int,
    })

MemoryTraffic = TypedDict(
    "MemoryTraffic", {
        "converted": MemoryTrafficBytes,
        "copied": MemoryTrafficBytes,
        "drawn": MemoryTrafficBytes,
        "fused": MemoryTrafficBytes,
        "read_back": MemoryTrafficBytes,
        "uploaded": MemoryTrafficBytes,
    })

MenuStatusEntry = TypedDict(
    "MenuStatusEntry", {
        "available": bool,
        "focused": bool,
        "height": int,
        "item": str,
        "name": str,
        "value": str,
        "width": int,
        "x": int,
        "y": int,
    })

PanelPlace = TypedDict(
    "PanelPlace", {
        "height": int,
        "width": int,
        "x": int,
        "y": int,
    })

MenuStatus = TypedDict(
    "MenuStatus", {
        "entries": list[MenuStatusEntry] | None,
        "handle": PanelPlace | None,
        "hint": Literal["handle", "two-fingers"] | None,
        "question": str | None,
    })

ModeStatus = TypedDict(
    "ModeStatus", {
        "height": int,
        "preferred": bool,
        "refresh_mhz": int,
        "width": int,
    })

ModeRefusedEvent = TypedDict(
    "ModeRefusedEvent", {
        "mode": ModeStatus,
        "output": str,
        "reason": str,
        "time_us": int,
        "type": Literal["mode-refused"],
    })

OutputPostponedEvent = TypedDict(
    "OutputPostponedEvent", {
        "output": str,
        "reason": str,
        "retry_ms": int,
        "time_us": int,
        "type": Literal["output-postponed"],
    })

PhysicalSize = TypedDict(
    "PhysicalSize", {
        "height": int,
        "width": int,
    })

TouchscreenStatus = TypedDict(
    "TouchscreenStatus", {
        "device": str | None,
        "matches": list[str],
        "name": str,
        "output": str | None,
        "reason": Literal["rule", "property", "match", "default", "absent"],
    })

TimingOutcome = TypedDict(
    "TimingOutcome", {
        "on": bool,
        "reason": str | None,
    })

OutputStatus = TypedDict(
    "OutputStatus", {
        "connected": bool,
        "current_mode": ModeStatus | None,
        "depth": FrameDepth | None,
        "layers": list[LayerStatus],
        "make": str | None,
        "model": str | None,
        "modes": list[ModeStatus],
        "name": str,
        "off": bool | None,
        "physical_size_mm": PhysicalSize | None,
        "remembered": DisplaySettings | None,
        "role": Literal["panel", "external", "copy", "part", "controller", "own", "spare"] | None,
        "serial": str | None,
        "touchscreens": list[TouchscreenStatus],
        "vrr": TimingOutcome | None,
        "vrr_capable": bool,
    })

PanelApplicationExitedEvent = TypedDict(
    "PanelApplicationExitedEvent", {
        "pid": int,
        "signal": int | None,
        "status": int | None,
        "time_us": int,
        "type": Literal["panel-application-exited"],
    })

PanelForegroundEvent = TypedDict(
    "PanelForegroundEvent", {
        "time_us": int,
        "to": Literal["content", "application"],
        "type": Literal["panel-foreground"],
    })

PiPStatus = TypedDict(
    "PiPStatus", {
        "active": bool,
        "auto_start": bool,
        "frames": int,
        "height": int | None,
        "interaction": Literal["move", "forward"],
        "paused": bool,
        "playing": bool | None,
        "possible": list[str],
        "render_height": int | None,
        "render_width": int | None,
        "source": str | None,
        "stashed": bool,
        "state": Literal["idle", "possible", "starting", "active", "stopping"],
        "timeline": bool,
        "updates": Literal["live", "paused", "on-demand"],
        "width": int | None,
        "x": int | None,
        "y": int | None,
    })

PipActiveEvent = TypedDict(
    "PipActiveEvent", {
        "active": bool,
        "time_us": int,
        "type": Literal["pip-active"],
    })

PipDidStartEvent = TypedDict(
    "PipDidStartEvent", {
        "source": str,
        "time_us": int,
        "type": Literal["pip-did-start"],
    })

PipDidStopEvent = TypedDict(
    "PipDidStopEvent", {
        "reason": Literal["requested", "closed", "replaced", "restored", "full-view", "source-gone", "auto-stop"],
        "source": str,
        "time_us": int,
        "type": Literal["pip-did-stop"],
    })

PipFailedToStartEvent = TypedDict(
    "PipFailedToStartEvent", {
        "detail": str,
        "reason": str,
        "source": str,
        "time_us": int,
        "type": Literal["pip-failed-to-start"],
    })

PipPossibleEvent = TypedDict(
    "PipPossibleEvent", {
        "sources": list[str],
        "time_us": int,
        "type": Literal["pip-possible"],
    })

PipRestoreRequestedEvent = TypedDict(
    "PipRestoreRequestedEvent", {
        "source": str,
        "time_us": int,
        "type": Literal["pip-restore-requested"],
    })

PipSizeChangedEvent = TypedDict(
    "PipSizeChangedEvent", {
        "height": int,
        "render_height": int,
        "render_width": int,
        "source": str,
        "time_us": int,
        "type": Literal["pip-size-changed"],
        "width": int,
    })

PipSourceChangedEvent = TypedDict(
    "PipSourceChangedEvent", {
        "from": str,
        "time_us": int,
        "to": str,
        "type": Literal["pip-source-changed"],
    })

PipWillStartEvent = TypedDict(
    "PipWillStartEvent", {
        "source": str,
        "time_us": int,
        "type": Literal["pip-will-start"],
    })

PipWillStopEvent = TypedDict(
    "PipWillStopEvent", {
        "reason": Literal["requested", "closed", "replaced", "restored", "full-view", "source-gone", "auto-stop"],
        "source": str,
        "time_us": int,
        "type": Literal["pip-will-stop"],
    })

PluggedEvent = TypedDict(
    "PluggedEvent", {
        "output": str,
        "time_us": int,
        "type": Literal["plugged"],
    })

PresenterStatus = TypedDict(
    "PresenterStatus", {
        "strokes": int,
        "tool": Literal["laser", "highlight", "spotlight", "pen"] | None,
    })

ScreenCounters = TypedDict(
    "ScreenCounters", {
        "client_buffers": int,
        "cursor_moves": int,
        "damaged_pixels": int,
        "frames_presented": int,
        "last_damaged_pixels": int,
    })

ScreenKeyboardStatus = TypedDict(
    "ScreenKeyboardStatus", {
        "show": Literal["auto", "always", "never"],
        "shown": bool,
    })

ScreenStatus = TypedDict(
    "ScreenStatus", {
        "depth": FrameDepth,
        "height": int,
        "layers": list[LayerStatus],
        "name": str,
        "refresh_mhz": int,
        "scale": float,
        "tearing": TimingOutcome,
        "transform": str,
        "vrr": TimingOutcome,
        "width": int,
    })

SeatPausedEvent = TypedDict(
    "SeatPausedEvent", {
        "time_us": int,
        "type": Literal["seat-paused"],
    })

SeatResumedEvent = TypedDict(
    "SeatResumedEvent", {
        "time_us": int,
        "type": Literal["seat-resumed"],
    })

ServiceCounters = TypedDict(
    "ServiceCounters", {
        "bytes": MemoryTraffic,
        "clients": int,
        "external": ScreenCounters,
        "frames_composed": int,
        "mode_refusals": int,
        "panel": ScreenCounters,
        "plugs": int,
        "present_failures": int,
        "touches": int,
        "touches_cancelled": int,
        "unplugs": int,
        "wakeups": int,
    })

SnapshotStatus = TypedDict(
    "SnapshotStatus", {
        "frames": int,
        "path": Literal["plane", "gpu", "cpu"],
    })

SocketNames = TypedDict(
    "SocketNames", {
        "content": str,
        "panel_application": str | None,
        "tools": str,
    })

SoundStatus = TypedDict(
    "SoundStatus", {
        "description": str,
        "sink": str,
    })

TimerStatus = TypedDict(
    "TimerStatus", {
        "duration_s": int | None,
        "running": bool,
        "seconds": int,
    })

ViewportStatus = TypedDict(
    "ViewportStatus", {
        "height": int,
        "scale": float,
        "width": int,
        "x": int,
        "y": int,
    })

ServiceStatus = TypedDict(
    "ServiceStatus", {
        "application": SupervisionStatus | None,
        "arrangement": Literal["copy", "span", "each", "one"],
        "backend": Literal["drm", "virtual"],
        "blank": Literal["all", "external"] | None,
        "blank_outputs": list[str],
        "brightness": int | None,
        "content": ContentStatus | None,
        "controlled": str | None,
        "controller": ControllerStatus | None,
        "counters": ServiceCounters,
        "display_applications": list[DisplayApplicationStatus],
        "external": ScreenStatus | None,
        "frozen": bool,
        "frozen_outputs": list[str],
        "hud": HUDStatus | None,
        "idle": list[Literal["dim", "panel-off", "external-off", "blank", "command"]],
        "idle_inhibitors": list[IdlenessInhibitor] | None,
        "locked": bool,
        "locker": Literal["running", "lost"] | None,
        "menu": MenuStatus | None,
        "panel": ScreenStatus | None,
        "panel_application": ContentStatus | None,
        "panel_foreground": Literal["content", "application"],
        "pip": PiPStatus | None,
        "presenter": PresenterStatus | None,
        "renderer": str,
        "renderer_remark": str | None,
        "screen_keyboard": ScreenKeyboardStatus | None,
        "snapshot": SnapshotStatus,
        "sockets": SocketNames | None,
        "sound": SoundStatus | None,
        "state": Literal["no-output", "panel-only", "mirroring", "disabled"],
        "timer": TimerStatus | None,
        "version": str,
        "viewport": ViewportStatus | None,
    })

SleepEvent = TypedDict(
    "SleepEvent", {
        "time_us": int,
        "type": Literal["sleep"],
    })

StateEvent = TypedDict(
    "StateEvent", {
        "from": Literal["no-output", "panel-only", "mirroring", "disabled"],
        "time_us": int,
        "to": Literal["no-output", "panel-only", "mirroring", "disabled"],
        "type": Literal["state"],
    })

TouchesCancelledEvent = TypedDict(
    "TouchesCancelledEvent", {
        "count": int,
        "time_us": int,
        "type": Literal["touches-cancelled"],
    })

UnfrozenEvent = TypedDict(
    "UnfrozenEvent", {
        "output": str,
        "time_us": int,
        "type": Literal["unfrozen"],
    })

UnlockedEvent = TypedDict(
    "UnlockedEvent", {
        "time_us": int,
        "type": Literal["unlocked"],
    })

UnpluggedEvent = TypedDict(
    "UnpluggedEvent", {
        "output": str,
        "time_us": int,
        "type": Literal["unplugged"],
    })

WakeEvent = TypedDict(
    "WakeEvent", {
        "time_us": int,
        "type": Literal["wake"],
    })

WindowStatus = TypedDict(
    "WindowStatus", {
        "app_id": str | None,
        "application": Literal["content", "application"],
        "keyboard": bool,
        "minimized": bool,
        "title": str | None,
        "urgent": bool,
    })

Event = (
    StateEvent
    | PluggedEvent
    | UnpluggedEvent
    | FrozenEvent
    | UnfrozenEvent
    | ContentMovedEvent
    | ModeRefusedEvent
    | OutputPostponedEvent
    | PanelForegroundEvent
    | FirstFrameEvent
    | TouchesCancelledEvent
    | ClientConnectedEvent
    | ClientDisconnectedEvent
    | ApplicationExitedEvent
    | ApplicationRestartingEvent
    | ApplicationRestartedEvent
    | ApplicationGaveUpEvent
    | PanelApplicationExitedEvent
    | HookFailedEvent
    | LockedEvent
    | UnlockedEvent
    | LockerLostEvent
    | IdleEvent
    | ActiveEvent
    | SleepEvent
    | WakeEvent
    | SeatPausedEvent
    | SeatResumedEvent
    | DroppedEvent
    | PipPossibleEvent
    | PipWillStartEvent
    | PipDidStartEvent
    | PipFailedToStartEvent
    | PipWillStopEvent
    | PipDidStopEvent
    | PipRestoreRequestedEvent
    | PipSourceChangedEvent
    | PipSizeChangedEvent
    | PipActiveEvent)
