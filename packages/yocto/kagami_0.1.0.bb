# Not tried. Needs a layer with Swift 6.2 or newer (meta-swift), whose class `swift` runs SwiftPM for the target.
SUMMARY = "Drives a big screen from a small touch panel, on a bare console"
LICENSE = "Apache-2.0"
LIC_FILES_CHKSUM = "file://LICENSE;md5=3b83ef96387f14655fc854ddc3c6bd57"

SRC_URI = "file://kagami-${PV}.tar.gz"
S = "${WORKDIR}/kagami-${PV}"

inherit swift pkgconfig systemd features_check
REQUIRED_DISTRO_FEATURES = "systemd pam"

DEPENDS = "cairo gdk-pixbuf glib-2.0 harfbuzz libdrm libinput libpng libxcb libxkbcommon pango pixman seatd systemd udev wayland virtual/egl virtual/libgbm virtual/libgles2"
RDEPENDS:${PN} = "kbd xkeyboard-config"
RRECOMMENDS:${PN} = "foot librsvg xwayland"

EXTRA_OESWIFT = "--product kagami --static-swift-stdlib --disable-local-rpath"
SYSTEMD_SERVICE:${PN} = "kagami@.service kagami@.socket"
SYSTEMD_AUTO_ENABLE = "disable"

do_install() {
    install -D -m 0755 ${B}/release/kagami ${D}${bindir}/kagami
    install -D -m 0644 ${S}/udev/70-kagami.rules ${D}${nonarch_base_libdir}/udev/rules.d/70-kagami.rules
    install -D -m 0644 ${S}/data/kagami@.service ${D}${systemd_system_unitdir}/kagami@.service
    install -D -m 0644 ${S}/data/kagami@.socket ${D}${systemd_system_unitdir}/kagami@.socket
    install -D -m 0644 ${S}/debian/kagami.default ${D}${sysconfdir}/default/kagami
}
