# Not tried: nixpkgs had Swift 5.10 when this was written, and Kagami needs 6.2; give a newer one as `swift` and `swiftpm`.
{ lib, stdenv, swift, swiftpm, git, pkg-config, python3, cairo, gdk-pixbuf, glib, harfbuzz, kbd, libdrm
, libGL, libgbm, libinput, libpng, libxcb, libxkbcommon, pango, pixman, seatd, systemd, udev, wayland, xkeyboard_config }:

stdenv.mkDerivation {
  pname = "kagami";
  version = "0.1.0";
  src = lib.cleanSource ../..;
  nativeBuildInputs = [ swift swiftpm git pkg-config python3 ];
  buildInputs = [
    cairo gdk-pixbuf glib harfbuzz libdrm libGL libgbm libinput libpng libxcb libxkbcommon pango pixman seatd systemd udev wayland
    xkeyboard_config
  ];
  buildPhase = "swift build --configuration release --product kagami --static-swift-stdlib --disable-local-rpath";
  # The unit runs chvt.
  installPhase = ''
    install -Dm755 .build/release/kagami -t $out/bin
    install -Dm644 udev/70-kagami.rules -t $out/lib/udev/rules.d
    install -Dm644 data/kagami.desktop -t $out/share/wayland-sessions
    substitute data/kagami@.service kagami@.service \
      --replace /usr/bin/kagami $out/bin/kagami --replace /usr/bin/chvt ${kbd}/bin/chvt
    install -Dm644 kagami@.service data/kagami@.socket -t $out/lib/systemd/system
    python3 tools/manual-pages $out/bin/kagami $out/share/man/man1
  '';
  meta = {
    description = "Drives a big screen from a small touch panel, on a bare console";
    license = lib.licenses.asl20;
    platforms = lib.platforms.linux;
    mainProgram = "kagami";
  };
}
