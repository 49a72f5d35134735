"""What must hold on every card after every step."""

from dataclasses import dataclass

import numpy
from support.pictures import Difference, keep
from support.waiting import eventually

from . import pictures
from .device import Device
from .service import PaperService

# How far a format's pixels may be from those that were drawn; RGB565 may be dithered.
ROUNDING = {"RG16": 9, "BG16": 9, "XR15": 9, "XR30": 1, "XB30": 1}


@dataclass(frozen=True)
class Holdings:
    """What programs have on a card."""

    framebuffers: int
    blobs: int
    memory: int
    crtcs: int

    @staticmethod
    def of(device: Device) -> "Holdings":
        return Holdings(
            len(device.framebuffers), sum(len(file.blobs) for file in device.files.values()), len(device.memory),
            sum(device.state[crtc.id]["ACTIVE"] for crtc in device.crtcs))


def check_nothing_left(service: PaperService) -> None:
    """After the service's end: all that it had is given back, and nothing is on."""
    for device in service.bench.devices:
        eventually(lambda: not device.files, f"card{device.minor} is closed")
        with service.bench.lock:
            left = Holdings.of(device)
        if left != Holdings(0, 0, 0, 0):
            raise AssertionError(f"left on {device.table.name}: {left}\n" + "\n".join(list(device.history)[-20:]))
    check_model(service)


def check_model(service: PaperService) -> None:
    if service.bench.mistakes:
        raise service.bench.mistakes[0]


def screen_names(status: dict) -> dict[str, str]:
    """The connectors of the panel and the external, by screen."""
    return {name: status[name]["name"] for name in ("panel", "external") if status[name]}


def check_shown(service: PaperService, *names: str, timeout: float = 3) -> None:
    """Each of these connectors shows frames within the time."""
    for name in names:
        eventually(lambda: service.crtc(name), f"{name} is enabled\n{service.log()}", timeout)
        device, crtc = service.crtc(name)
        eventually(lambda: device.flips.get(crtc.id, 0) > 1, f"{name} shows frames\n{service.log()}", timeout)


def check_scanout(service: PaperService, edge: int = 0) -> dict[str, Difference]:
    """What each display is sent is what `kagami screenshot` says of it.

    The application may draw between the two pictures: that is tried again. `edge` is how many pixels around a plane may be
    otherwise: a plane shows whole pixels alone, and ours mixes a picture's edge with what is beside it.
    """
    differences = {}
    for screen, connector in screen_names(service.status()).items():
        differences[screen] = check_screen(service, screen, connector, edge)
    check_model(service)
    return differences


def check_screen(service: PaperService, screen: str, name: str, edge: int = 0) -> Difference:
    for _ in range(4):
        service.wait_until_still()
        picture = service.screen(screen)
        with service.bench.lock:
            found = service.crtc(name)
            if found is None:
                raise AssertionError(f"{name} is off\n{service.log()}")
            device, crtc = found
            moment = pictures.Moment.of(device, crtc)
            places = [
                (*(device.state[plane.id][name] for name in ("CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H")), plane.table.filter)
                for plane in pictures.scaled_planes(device, crtc)]
            formats = {device.framebuffers[device.state[p.id]["FB_ID"]].format for p in pictures.stack(device, crtc)}
        scanout = moment.picture()
        limit = max(ROUNDING.get(name, 0) for name in formats)
        difference, is_right = compared(scanout, picture, places, limit, edge)
        if is_right:
            return difference
    folder = keep(scanout=scanout, screenshot=picture)
    raise AssertionError(f"{name} is sent another picture than the {screen}'s: {difference}; see {folder}\n{service.log()}")


def compared(scanout: numpy.ndarray, picture: numpy.ndarray, places: list, limit: int, edge: int = 0) -> tuple[Difference, bool]:
    """How far what is sent is from the picture, and whether it is near enough: a display's scaler rounds in its own way, and one
    with a small filter leaves out what ours averages."""
    rest, is_right, difference = scanout.copy(), True, None
    for x, y, width, height, kind in places:
        area = slice(y, y + height), slice(x, x + width)
        difference = Difference.between(scanout[area], picture[area])
        is_right = is_right and (difference.largest <= limit + 2 if kind == "area" else difference.mean < 16)
        around = slice(max(0, y - edge), y + height + edge), slice(max(0, x - edge), x + width + edge)
        rest[around] = picture[around]
    turned = Difference.between(upright(rest, picture), picture)
    return difference or turned, is_right and turned.largest <= limit


def upright(scanout: numpy.ndarray, picture: numpy.ndarray) -> numpy.ndarray:
    """A panel that is mounted turned is sent a turned picture; the turn that fits best is meant."""
    turned = [numpy.rot90(scanout, quarter) for quarter in range(4)]
    fitting = [one for one in turned if one.shape == picture.shape]
    if not fitting:
        raise AssertionError(f"a picture of {scanout.shape} is sent for one of {picture.shape}")
    return min(fitting, key=lambda one: Difference.between(one, picture).mean) if len(fitting) > 1 else fitting[0]


def check_application(service: PaperService) -> None:
    content = service.status()["content"]
    if service.process.poll() is not None or not content or content["app_id"] != "foot":
        raise AssertionError(f"the application is gone: {content}\n{service.log()}")


def check(service: PaperService) -> None:
    """All of it, with what is enabled at the moment."""
    check_shown(service, *screen_names(service.status()).values())
    check_scanout(service)
    check_application(service)
