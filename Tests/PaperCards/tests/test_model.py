"""The model by itself: what the kernel refuses, it refuses, and what the oracles should see, they see."""

import errno
import os
import struct
import time
import unittest
from unittest import mock

import numpy
from paper import drm, pictures
from paper.calls import Caller, answer
from paper.cards.plain import PLAIN
from paper.cards.remote import UDL
from paper.cards.rk3399 import RK3399
from paper.cards.rk3588 import AFBC, RK3588
from paper.cards.v3d import V3D
from paper.cards.vc4 import PI3, PI4, PI5_HDMI, T_TILED
from paper.device import Device, File
from paper.displays import FULL_HD, ULTRA_HD
from paper.drm import CALLS, Fields
from paper.objects import Refused

FLIP = drm.NONBLOCK | drm.PAGE_FLIP_EVENT
LAYOUTS = {name: layout for name, layout in CALLS.values()}


class Program:
    """Makes calls on a device as a program does, with its own memory."""

    def __init__(self, device: Device, atomic: bool = True):
        self.device = device
        self.events: list[bytes] = []
        self.file = File(1, device, self.events.append, False, 0)
        device.files[1] = device.master = self.file
        if atomic:
            self.file.capabilities[drm.CLIENT_ATOMIC] = 1
        self.memory: dict[int, bytes] = {}

    def put(self, data: bytes) -> int:
        address = 1 + sum(len(piece) + 1 for piece in self.memory.values())
        self.memory[address] = data
        return address

    def call(self, name: str, **values) -> Fields:
        layout = LAYOUTS[name]
        fields = layout.unpack(bytes(layout.size)) if layout else Fields()
        fields.update(values)
        answer(Caller(self.file, lambda pieces: [self.memory[at][:length] for at, length in pieces]), name, fields)
        return fields

    def commit(self, changes: dict, flags: int, user_data: int = 0) -> None:
        """Changes of objects: {object: {property's name: value}}."""
        objects, counts, properties, values = [], [], [], []
        for object, wanted in changes.items():
            objects.append(object.id)
            counts.append(len(wanted))
            properties += [object.properties[name].id for name in wanted]
            values += [value & 2**64 - 1 for value in wanted.values()]
        pack = lambda kind, numbers: self.put(struct.pack(f"<{len(numbers)}{kind}", *numbers))  # noqa: E731
        self.call(
            "ATOMIC", flags=flags, count_objs=len(objects), objs=pack("I", objects), count_props=pack("I", counts),
            props=pack("I", properties), values=pack("Q", values), user_data=user_data)

    def blob(self, data: bytes) -> int:
        return self.call("CREATEPROPBLOB", data=self.put(data), length=len(data)).blob_id

    def framebuffer(self, width: int, height: int, name: str = "XR24") -> int:
        made = self.call("CREATE_DUMB", width=width, height=height, bpp=32)
        words = lambda first: struct.pack("<4I", first, 0, 0, 0)  # noqa: E731
        return self.call(
            "ADDFB2", width=width, height=height, format=drm.fourcc(name), handles=words(made.handle), pitches=words(made.pitch),
            offsets=words(0), modifiers=bytes(32)).fb_id

    def lit(self, connector, crtc, plane, mode, framebuffer: int) -> dict:
        """What enables a connector."""
        size = {"SRC_W": mode.width << 16, "SRC_H": mode.height << 16, "CRTC_W": mode.width, "CRTC_H": mode.height}
        return {
            connector: {"CRTC_ID": crtc.id}, crtc: {"ACTIVE": 1, "MODE_ID": self.blob(mode.packed())},
            plane: {"FB_ID": framebuffer, "CRTC_ID": crtc.id, **size}}


class ModelTests(unittest.TestCase):
    def setUp(self):
        self.later: list[tuple[float, object]] = []
        self.use(PLAIN.with_displays(HDMI_A_1=FULL_HD))

    def use(self, card, atomic: bool = True):
        self.device = Device(card, 0, lambda when, function: self.later.append((when, function)), lambda *_: None)
        self.program = Program(self.device, atomic)
        for connector in self.device.connectors:
            self.device.look(connector)

    def lit(self, index: int = 0, pipe: int = 0) -> dict:
        connector = self.device.connectors[index]
        mode = connector.display.modes[0]
        primaries = [p for p in self.device.planes if p.table.kind == "primary" and pipe in p.table.crtcs]
        return self.program.lit(
            connector, self.device.crtcs[pipe], primaries[0], mode, self.program.framebuffer(mode.width, mode.height))

    def enable(self, index: int = 0, pipe: int = 0) -> dict:
        changes = self.lit(index, pipe)
        self.program.commit(changes, drm.ALLOW_MODESET)
        self.let_pass()
        return changes

    def let_pass(self):
        """What is due later happens now."""
        waiting, self.later = self.later, []
        for _, function in sorted(waiting, key=lambda entry: entry[0]):
            function()

    def refused(self, number: int, call, *arguments, **values):
        with self.assertRaises(Refused) as caught:
            call(*arguments, **values)
        self.assertEqual(errno.errorcode[caught.exception.number], errno.errorcode[number], caught.exception.reason)

    def plane(self, changes: dict):
        return next(object for object in changes if object.kind == drm.PLANE)

    def crtc(self, changes: dict):
        return next(object for object in changes if object.kind == drm.CRTC)

    def test_modeset_needs_permission(self):
        changes = self.lit()
        self.refused(errno.EINVAL, self.program.commit, changes, 0)
        self.program.commit(changes, drm.ALLOW_MODESET)
        self.assertEqual(self.device.state[self.device.crtcs[0].id]["ACTIVE"], 1)

    def test_test_changes_nothing(self):
        self.program.commit(self.lit(), drm.ALLOW_MODESET | drm.TEST_ONLY)
        self.assertEqual(self.device.state[self.device.crtcs[0].id]["ACTIVE"], 0)

    def test_crtc_is_on_exactly_with_connectors(self):
        changes = self.lit()
        alone = {object: values for object, values in changes.items() if object.kind != drm.CONNECTOR}
        self.refused(errno.EINVAL, self.program.commit, alone, drm.ALLOW_MODESET)
        changes = self.enable()
        self.refused(errno.EINVAL, self.program.commit, {self.crtc(changes): {"ACTIVE": 0, "MODE_ID": 0}}, drm.ALLOW_MODESET)

    def test_flip_and_its_event(self):
        changes = self.enable()
        flip = {self.plane(changes): {"FB_ID": self.program.framebuffer(1280, 800)}}
        self.program.commit(flip, FLIP, user_data=77)
        self.assertEqual(self.program.events, [])
        self.refused(errno.EBUSY, self.program.commit, flip, FLIP)
        self.let_pass()
        kind, length, user_data, *_, crtc = drm.EVENT.unpack(self.program.events[0])
        self.assertEqual((kind, length, user_data, crtc), (drm.EVENT_FLIP, 32, 77, self.crtc(changes).id))
        self.program.commit(flip, FLIP)

    def test_fence_is_an_open_one_of_the_program(self):
        changes = self.enable()
        plane = self.plane(changes)
        reading, writing = os.pipe()
        for wrong in (reading, -2):
            self.refused(errno.EINVAL, self.program.commit, {plane: {"IN_FENCE_FD": wrong}}, drm.NONBLOCK)
        self.program.commit({plane: {"IN_FENCE_FD": -1}}, drm.NONBLOCK)
        self.let_pass()
        links = {f"/proc/{os.getpid()}/fd/{writing}": "anon_inode:sync_file"}
        with mock.patch("os.readlink", links.__getitem__):
            self.program.commit({plane: {"IN_FENCE_FD": writing}}, drm.NONBLOCK)
        self.let_pass()
        # Programs read no fence, and own the one that they gave.
        self.assertEqual(self.device.state[plane.id]["IN_FENCE_FD"], 2**64 - 1)
        for descriptor in (reading, writing):
            os.close(descriptor)
        self.refused(errno.EINVAL, self.program.commit, {plane: {"IN_FENCE_FD": writing}}, drm.NONBLOCK)

    def test_event_of_a_crtc_that_is_off_is_refused(self):
        self.refused(errno.EINVAL, self.program.commit, {self.device.crtcs[0]: {"ACTIVE": 0}}, FLIP)

    def test_only_the_master_commits(self):
        changes = self.lit()
        self.device.master = None
        self.refused(errno.EACCES, self.program.commit, changes, drm.ALLOW_MODESET)

    def test_plane_reads_inside_its_framebuffer(self):
        changes = self.enable()
        plane = self.plane(changes)
        self.refused(errno.ENOSPC, self.program.commit, {plane: {"SRC_X": 1 << 16}}, 0)
        self.refused(errno.EINVAL, self.program.commit, {plane: {"FB_ID": 0}}, 0)
        self.refused(errno.ERANGE, self.program.commit, {plane: {"CRTC_W": 640}}, 0)

    def test_format_and_crtc_of_a_plane(self):
        changes = self.enable()
        cursor = next(p for p in self.device.planes if p.table.kind == "cursor" and p.table.crtcs == (0,))
        picture = {"SRC_W": 64 << 16, "SRC_H": 64 << 16, "CRTC_W": 64, "CRTC_H": 64}
        crtc = self.crtc(changes).id
        wrong = {cursor: {"FB_ID": self.program.framebuffer(64, 64, "XR24"), "CRTC_ID": crtc, **picture}}
        self.refused(errno.EINVAL, self.program.commit, wrong, 0)
        right = {cursor: {"FB_ID": self.program.framebuffer(64, 64, "AR24"), "CRTC_ID": crtc, **picture}}
        self.program.commit(right, 0)
        other = {cursor: {"CRTC_ID": self.device.crtcs[1].id}}
        self.refused(errno.EINVAL, self.program.commit, other, 0)

    def test_plane_does_not_move_in_one_commit(self):
        self.use(PLAIN.having(planes=tuple(
            type(plane)(**vars(plane) | {"crtcs": (0, 1)}) for plane in PLAIN.planes)).with_displays(HDMI_A_1=FULL_HD))
        first = self.enable(0, 0)
        second = self.lit(1, 1)
        plane = self.plane(second)
        self.assertIs(plane, self.plane(first))
        self.refused(errno.EINVAL, self.program.commit, second, drm.ALLOW_MODESET)

    def test_vanished_connector_can_only_be_turned_off(self):
        changes = self.enable(1)
        gone = self.device.connectors[1]
        self.device.remove_connector(gone)
        self.assertIs(self.device.find(gone.id, drm.CONNECTOR), gone)
        self.refused(errno.EINVAL, self.program.commit, {gone: {"CRTC_ID": self.crtc(changes).id}}, drm.ALLOW_MODESET)
        off = {gone: {"CRTC_ID": 0}, self.crtc(changes): {"ACTIVE": 0, "MODE_ID": 0}, self.plane(changes): {"FB_ID": 0, "CRTC_ID": 0}}
        self.program.commit(off, drm.ALLOW_MODESET)
        self.refused(errno.ENOENT, self.device.find, gone.id, drm.CONNECTOR)

    def test_removed_framebuffer_turns_its_crtc_off(self):
        changes = self.enable()
        self.program.call("RMFB", fb_id=changes[self.plane(changes)]["FB_ID"])
        self.assertEqual(self.device.state[self.crtc(changes).id]["ACTIVE"], 0)
        self.assertEqual(self.device.state[self.device.connectors[0].id]["CRTC_ID"], 0)

    def test_damage_lies_inside_the_framebuffer(self):
        self.use(UDL)
        changes = self.enable()
        plane = self.plane(changes)
        for clip, is_good in (((0, 0, 10, 10), True), ((0, 0, 4000, 10), False), ((10, 10, 10, 20), False)):
            wanted = {plane: {"FB_DAMAGE_CLIPS": self.program.blob(struct.pack("<4i", *clip))}}
            if is_good:
                self.program.commit(wanted, 0)
            else:
                self.refused(errno.EINVAL, self.program.commit, wanted, 0)

    def test_display_of_its_own_gets_only_damage(self):
        self.use(UDL)
        changes = self.enable()
        plane = self.plane(changes)
        memory = self.device.framebuffers[changes[plane]["FB_ID"]].memory[0]
        memory.bytes()[:] = b"\xff" * memory.length
        clip = {plane: {"FB_ID": changes[plane]["FB_ID"], "FB_DAMAGE_CLIPS": self.program.blob(struct.pack("<4i", 0, 0, 10, 20))}}
        self.program.commit(clip, 0)
        picture = pictures.shown(self.device, self.crtc(changes))
        self.assertEqual(int((picture == 255).all(axis=2).sum()), 200)

    def test_crtc_too_small_for_a_mode(self):
        self.use(RK3399.with_displays(HDMI_A_1=ULTRA_HD))
        self.refused(errno.EINVAL, self.program.commit, self.lit(1, 0), drm.ALLOW_MODESET)
        self.program.commit(self.lit(1, 1), drm.ALLOW_MODESET)

    def test_memory_budget(self):
        self.use(PLAIN.having(budget=5 << 20))
        self.program.framebuffer(1280, 800)
        self.refused(errno.ENOMEM, self.program.framebuffer, 1280, 800)

    def test_device_that_only_draws(self):
        self.use(V3D)
        self.refused(errno.EOPNOTSUPP, self.program.call, "GETRESOURCES")
        self.refused(errno.EOPNOTSUPP, self.program.call, "CREATE_DUMB", width=64, height=64, bpp=32)
        self.program.call("VERSION")
        self.program.file.is_render_node = True
        self.refused(errno.EACCES, self.program.call, "SET_MASTER")

    def test_memory_in_pieces(self):
        for card, name, is_read in ((PI4, "dmabuf", True), (PI4, "dmabuf-scattered", False), (PI5_HDMI, "dmabuf-scattered", True)):
            self.use(card)
            descriptor = os.memfd_create(name)
            self.addCleanup(os.close, descriptor)
            os.truncate(descriptor, 4096)
            caller = Caller(self.program.file, None, descriptor)
            if is_read:
                answer(caller, "PRIME_FD_TO_HANDLE", Fields(handle=0))
            else:
                self.refused(errno.EINVAL, answer, caller, "PRIME_FD_TO_HANDLE", Fields(handle=0))

    def test_scaler_of_a_pi3(self):
        """A screen shrunk to a panel is read three times as quickly, beside the screen itself."""
        self.use(PI3.with_displays(HDMI_A_1=FULL_HD))
        changes = self.enable(1, 1)
        second = self.enable(0, 0)
        shrunk = {"FB_ID": changes[self.plane(changes)]["FB_ID"], "CRTC_ID": self.crtc(second).id, "CRTC_W": 800}
        overlay = next(plane for plane in self.device.planes if plane.table.kind == "overlay")
        whole = shrunk | {"SRC_W": 1920 << 16, "SRC_H": 1080 << 16, "CRTC_H": 450}
        self.refused(errno.ENOSPC, self.program.commit, {overlay: whole}, 0)
        self.program.commit({overlay: whole | {"SRC_H": 450 << 16}}, 0)

    def test_lines_that_a_scaler_keeps(self):
        """A Pi 4's scaler takes four pictures of 3840 pixels that are made higher; what a change replaces keeps its part meanwhile."""
        self.use(PI4.having(budget=None).with_displays(HDMI_A_1=ULTRA_HD))
        changes = self.enable(1, 1)
        higher = changes[self.plane(changes)] | {"SRC_H": 2000 << 16}
        *overlays, last = [plane for plane in self.device.planes if plane.table.kind == "overlay"][:5]
        for overlay in overlays:
            self.program.commit({overlay: higher}, 0)
        self.refused(errno.ENOSPC, self.program.commit, {last: higher}, 0)
        self.refused(errno.ENOSPC, self.program.commit, {overlays[0]: {"SRC_Y": 1}}, 0)

    def test_windows_of_a_port(self):
        self.use(RK3588.with_displays(HDMI_A_1=FULL_HD))
        changes = self.enable(0, 0)
        values = changes[self.plane(changes)]
        overlays = [plane for plane in self.device.planes if plane.table.kind == "overlay"]
        self.program.commit({overlays[0]: values}, 0)
        self.refused(errno.EINVAL, self.program.commit, {overlays[1]: values}, 0)

    def test_layouts_of_a_format(self):
        cluster, esmart = RK3588.planes[0], RK3588.planes[-1]
        self.assertEqual(
            [cluster.shows(*layout) for layout in (("XR24", 0), ("XR24", AFBC[0]), ("XR30", 0), ("XR30", AFBC[0]))],
            [True, True, False, True])
        self.assertFalse(esmart.shows("XR24", AFBC[0]))
        plane = PI4.planes[0]
        for layout, is_shown in ((("NV12", drm.COLUMNS | 768 << 8), True), (("NV12", T_TILED), False), (("XR24", T_TILED), True),
                                 (("XR24", drm.COLUMNS | 768 << 8), False), (("P030", 0), False)):
            self.assertEqual(plane.shows(*layout), is_shown, layout)

    def test_call_that_fails_by_script(self):
        self.device.faults.fail("CREATE_DUMB", errno.ENOSPC, skip=1)
        self.program.framebuffer(64, 64)
        self.refused(errno.ENOSPC, self.program.framebuffer, 64, 64)
        self.program.framebuffer(64, 64)

    def test_edid_that_cannot_be_read(self):
        connector = self.device.connectors[0]
        self.device.faults.garbled_edids["eDP-1"] = 1
        self.device.look(connector)
        self.assertEqual(self.device.state[connector.id]["EDID"], 0)
        self.assertEqual(self.device.modes(connector)[0].width, 1024)
        self.device.look(connector)
        self.assertEqual(self.device.modes(connector)[0].width, 1280)

    def test_before_atomic(self):
        self.use(PLAIN.having(atomic=False), atomic=False)
        connector, crtc = self.device.connectors[0], self.device.crtcs[0]
        first, second = self.program.framebuffer(1280, 800), self.program.framebuffer(1280, 800)
        self.refused(errno.EOPNOTSUPP, self.program.call, "SET_CLIENT_CAP", capability=drm.CLIENT_ATOMIC, value=1)
        self.refused(errno.EBUSY, self.program.call, "PAGE_FLIP", crtc_id=crtc.id, fb_id=second, flags=1)
        connectors = self.program.put(struct.pack("<I", connector.id))
        self.program.call(
            "SETCRTC", crtc_id=crtc.id, fb_id=first, connectors=connectors, count_connectors=1, mode_valid=1,
            mode=connector.display.modes[0].packed())
        self.let_pass()
        self.program.call("PAGE_FLIP", crtc_id=crtc.id, fb_id=second, flags=1, user_data=5)
        self.refused(errno.EBUSY, self.program.call, "PAGE_FLIP", crtc_id=crtc.id, fb_id=first, flags=1)
        self.let_pass()
        self.assertEqual(len(self.program.events), 1)

    def test_end_of_a_program_leaves_nothing(self):
        self.enable()
        self.device.close(self.program.file)
        self.assertEqual((self.device.framebuffers, self.device.memory), ({}, set()))
        self.assertEqual([blob for blob in self.device.blobs.values() if blob.owner], [])
        self.assertEqual([self.device.state[crtc.id]["ACTIVE"] for crtc in self.device.crtcs], [0, 0])

    def test_flips_keep_the_refresh_rate(self):
        changes = self.enable()
        self.program.commit({self.plane(changes): {"FB_ID": changes[self.plane(changes)]["FB_ID"]}}, FLIP)
        self.assertLessEqual(self.later[0][0] - time.monotonic(), 1 / 60 + 0.001)


class PictureTests(unittest.TestCase):
    def check(self, name: str, pixel: bytes, colour: tuple[int, int, int]):
        device = Device(PLAIN, 0, lambda *_: None, lambda *_: None)
        program = Program(device)
        number = program.framebuffer(4, 2)
        framebuffer = device.framebuffers[number]
        framebuffer.format = name
        memory = framebuffer.memory[0].bytes()
        for row in range(2):
            memory[row * framebuffer.pitches[0] :][: 4 * len(pixel)] = pixel * 4
        decoded = pictures.decode(framebuffer)
        self.assertTrue((decoded[..., :3] == numpy.array(colour)).all(), (name, decoded[0, 0]))

    def test_formats(self):
        self.check("XR24", bytes([1, 2, 3, 9]), (3, 2, 1))
        self.check("AB24", bytes([1, 2, 3, 9]), (1, 2, 3))
        self.check("BG24", bytes([1, 2, 3]), (1, 2, 3))
        self.check("RG24", bytes([1, 2, 3]), (3, 2, 1))
        self.check("RG16", struct.pack("<H", 31 << 11), (255, 0, 0))
        self.check("BG16", struct.pack("<H", 31 << 11), (0, 0, 255))
        self.check("XR30", struct.pack("<I", 1023 << 20 | 512 << 10), (255, 128, 0))


if __name__ == "__main__":
    unittest.main()
