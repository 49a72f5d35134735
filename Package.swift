// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// A Swift package of Apple's: its copy below `vendor`, where tools/vendor has put one, as in a release's sources.
func apple(_ name: String, from version: Version) -> Package.Dependency {
    let copy = "\(Context.packageDirectory)/vendor/\(name)"
    return FileManager.default.fileExists(atPath: copy)
        ? .package(path: copy) : .package(url: "https://github.com/apple/\(name)", from: version)
}

/// A debug build from nothing takes less time where each module is compiled as a whole, all that follow a change take more.
let wholeModules =
    Context.environment["KAGAMI_WHOLE_MODULES"] == nil ? [] : ["-whole-module-optimization", "-num-threads", "1"]

/// What `make fuzz` compiles and links with. Nothing but the fuzzer is built then.
let sanitizers = Context.environment["KAGAMI_FUZZING"] == nil ? [] : ["-sanitize=fuzzer,address"]

/// Warnings are errors in every target of the package, and a file sees only what it imports itself.
let plain: [SwiftSetting] = [
    .treatAllWarnings(as: .error), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(wholeModules, .when(configuration: .debug)),
]

/// The same for all but the scanner of protocols, which runs while the package is built.
let strict = sanitizers.isEmpty ? plain : plain + [.unsafeFlags(sanitizers)]

/// A C library found by pkg-config, imported through its module map in `Sources/SystemLibraries`.
func system(_ name: String, _ pkgConfig: String) -> Target {
    .systemLibrary(name: name, path: "Sources/SystemLibraries/\(name)", pkgConfig: pkgConfig)
}

func library(
    _ name: String, _ dependencies: [Target.Dependency], plugins: [Target.PluginUsage] = []
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict, plugins: plugins)
}

/// A library that frames pass through, after others have read what applications send. That nothing is changed while it is being
/// read is checked here in debug builds alone, with which the tests run: in these libraries that would take an eighth more of a
/// small frame's instructions. Everywhere else it is checked in what ships, too.
func frameLibrary(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: dependencies,
        swiftSettings: strict + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))])
}

/// A library that no frame and no touch passes through: small rather than fast, as it ships.
func smallLibrary(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: dependencies,
        swiftSettings: strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))])
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], swiftSettings: strict)
}

/// The same, optimized in debug builds too: tests that compute pixels or characters by the million to compare with.
func optimizedTests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies + ["TestSupport"],
        swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))])
}

/// How the programs are linked that ship, by LLVM's linker: no symbol is for others to use, of functions that are alike one is
/// kept, nothing unwinds the stack, and the functions of a frame lie beside each other.
let shipped =
    ["-use-ld=lld"]
    + [
        "--no-export-dynamic", "--icf=all", "--no-eh-frame-hdr",
        "-T\(Context.packageDirectory)/data/link/no-unwinding.ld",
        "--symbol-ordering-file=\(Context.packageDirectory)/data/link/order", "--no-warn-symbol-ordering",
    ].flatMap { ["-Xlinker", $0] }

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// The readers of what strangers made, with promises about any input: as unit tests, and under libFuzzer in `make fuzz`, which brings a
/// `main` of its own.
let readers: [Target.Dependency] = [
    "ConfigurationFiles", "Control", "KMS", "Machine", "Wayland", "WaylandBinding", "X11", "Runtime", "Mirroring",
    "Geometry",
    "CLinux", "CSystemd", "CWayland",
]
let fuzzing: Target =
    sanitizers.isEmpty
    ? .testTarget(
        name: "FuzzingTests", dependencies: readers + ["TestSupport"], path: "Tests/Fuzzing",
        exclude: ["Corpora", "FuzzerEntry.swift"], swiftSettings: strict)
    : .executableTarget(
        name: "kagami-fuzz", dependencies: readers, path: "Tests/Fuzzing",
        exclude: ["Corpora", "CorpusTests.swift"], swiftSettings: strict,
        linkerSettings: [.unsafeFlags(sanitizers)])

let package = Package(
    name: "kagami",
    products: [
        .executable(name: "kagami", targets: ["kagami"]),
        .executable(name: "kagami-remote", targets: ["kagami-remote"]),
        .executable(name: "kagami-web", targets: ["kagami-web"]),
        .library(name: "kagami-wlcs", type: .dynamic, targets: ["Conformance"]),
    ],
    dependencies: [
        apple("swift-argument-parser", from: "1.8.2"),
        apple("swift-log", from: "1.16.2"),
    ],
    targets: [
        system("CAML", "aml"),
        system("CCairo", "cairo"),
        system("CDRM", "libdrm"),
        system("CEGL", "egl"),
        system("CGBM", "gbm"),
        system("CGLES", "glesv2"),
        system("CInput", "libinput"),
        system("CNeatVNC", "neatvnc"),
        system("CPango", "pangocairo"),
        system("CPixbuf", "gdk-pixbuf-2.0"),
        system("CPixman", "pixman-1"),
        system("CPNG", "libpng"),
        system("CSeat", "libseat"),
        system("CSystemd", "libsystemd"),
        system("CUdev", "libudev"),
        system("CWLCS", "wlcs"),
        system("CWayland", "wayland-server"),
        system("CWaylandClient", "wayland-client"),
        system("CWebSockets", "libwebsockets"),
        system("CXCB", "xcb-composite"),
        system("CXKB", "xkbcommon"),
        .target(name: "CLinux"),
        .target(name: "CWaylandExtras", dependencies: ["CWayland", "CLinux"]),
        .target(name: "CInputExtras", dependencies: ["CInput", "CLinux"]),
        .target(name: "CSeatExtras", dependencies: ["CSeat", "CLinux"]),
        // The library has this name everywhere; its pkg-config file is aml1 since version 1.0.
        .target(
            name: "CRemote", dependencies: ["CNeatVNC", "CAML", "CPixman", "CWaylandClient"],
            linkerSettings: [.linkedLibrary("aml")]),
        // Pixel loops are optimised in debug builds too: unoptimised ones take seconds a frame. Without fused multiply-add, which
        // only some processors have, every machine makes the same pixels.
        .target(name: "CPixelKernels", cSettings: [.unsafeFlags(["-O3", "-ffp-contract=off"])]),

        library("Geometry", ["CPixman"]),
        frameLibrary("Mirroring", ["Geometry"]),
        frameLibrary("Runtime", ["CLinux"]),
        library(
            "LoginSeat",
            ["Mirroring", "Geometry", "Runtime", "CSeat", "CSeatExtras", "CInput", "CInputExtras", "CUdev", logging]),
        frameLibrary("KMS", ["Mirroring", "Geometry", "Runtime", "LoginSeat", "CDRM", "CUdev", "CPixman", logging]),
        frameLibrary(
            "Rendering",
            [
                "Mirroring", "Geometry", "Runtime", "CPixelKernels", "CPixman", "CPNG", "CDRM", "CEGL", "CGBM", "CGLES",
                logging,
            ]),
        library(
            "Pictures",
            ["Mirroring", "Geometry", "Runtime", "CCairo", "CPango", "CLinux", "CPixbuf", "CPixelKernels"]),
        frameLibrary("Virtual", ["Mirroring", "Geometry", "Runtime"]),
        smallLibrary("Control", ["Mirroring", "Geometry", "Runtime", logging]),
        library("WaylandBinding", ["Runtime", "CWayland", "CWaylandExtras", logging], plugins: ["WaylandProtocols"]),
        library(
            "Wayland",
            [
                "WaylandBinding", "Mirroring", "Geometry", "Runtime", "CDRM", "CLinux", "CWayland", "CXKB", logging,
            ]),
        smallLibrary("ConfigurationFiles", ["Control", "Mirroring", "Geometry", "Runtime", "CLinux"]),
        // The command line without `run`: links no adapter of displays, devices or applications.
        smallLibrary(
            "KagamiCommands",
            ["Control", "ConfigurationFiles", "Mirroring", "Geometry", "Runtime", "CLinux", arguments]),
        frameLibrary("Compositor", ["Control", "Mirroring", "Geometry", logging]),
        smallLibrary("Machine", ["Mirroring", "Runtime", "CLinux", "CSystemd", logging]),
        smallLibrary("X11", ["Mirroring", "Geometry", "Runtime", "CXCB", logging]),
        .target(name: "CWLCSEntry", dependencies: ["CWLCS"]),
        library(
            "Conformance",
            [
                "CWLCS", "CWLCSEntry", "CWayland", "Compositor", "Rendering", "Virtual", "Wayland", "WaylandBinding",
                "Runtime", "Mirroring", "Geometry", logging,
            ]),
        .executableTarget(
            name: "kagami",
            dependencies: [
                "Compositor", "KMS", "LoginSeat", "Machine", "Rendering", "Pictures", "Wayland", "WaylandBinding",
                "X11",
                "Virtual", "Control", "ConfigurationFiles", "KagamiCommands", "Runtime", "Mirroring", "Geometry",
                "CSystemd", "CUdev", arguments, logging,
            ],
            swiftSettings: strict,
            linkerSettings: [.unsafeFlags(shipped, .when(configuration: .release))]),
        // A display over the network: a process of its own, so that no encoder and no viewer touches the service's loop.
        .executableTarget(
            name: "kagami-remote",
            dependencies: [
                "KagamiCommands", "ConfigurationFiles", "Control", "Mirroring", "Runtime", "CRemote", "CLinux", "CXKB",
                arguments,
            ],
            swiftSettings: strict,
            linkerSettings: [.unsafeFlags(shipped, .when(configuration: .release))]),
        // A process of its own: what browsers send never reaches the service's loop but through the control socket.
        .executableTarget(
            name: "kagami-web",
            dependencies: ["KagamiCommands", "Control", "Mirroring", "Runtime", "CLinux", "CWebSockets", arguments],
            swiftSettings: strict,
            linkerSettings: [.unsafeFlags(shipped, .when(configuration: .release))]),
        .executableTarget(
            name: "kagami-bench",
            dependencies: [
                "Control", "Rendering", "Pictures", "Mirroring", "Geometry", "Runtime", "CCairo", arguments, logging,
            ],
            swiftSettings: strict),
        .executableTarget(name: "WaylandScanner", swiftSettings: plain),
        .plugin(name: "WaylandProtocols", capability: .buildTool(), dependencies: ["WaylandScanner"]),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "ControlSupport", dependencies: ["Control", "Mirroring", "Geometry", "TestSupport"],
            path: "Tests/ControlSupport", swiftSettings: strict),
        .target(
            name: "RenderingSupport", dependencies: ["Rendering", "Mirroring", logging],
            path: "Tests/RenderingSupport", swiftSettings: strict),
        tests("Geometry", ["Geometry"]),
        tests("Mirroring", ["Mirroring", "Geometry"]),
        optimizedTests("PrintableText", ["Mirroring"]),
        tests("TOML", ["ConfigurationFiles"]),
        tests("Runtime", ["Runtime", "CLinux"]),
        tests("Machine", ["Machine", "Runtime", "Mirroring"]),
        tests("LoginSeat", ["LoginSeat", "Runtime", "Mirroring", "Geometry", "CInput", logging]),
        tests("KMS", ["KMS", "CDRM", "Mirroring", "Geometry", logging]),
        optimizedTests(
            "Rendering",
            ["Rendering", "RenderingSupport", "Mirroring", "Geometry", "CPixelKernels", "CPNG", logging]),
        optimizedTests("Pictures", ["Pictures", "Runtime", "Mirroring", "Geometry", "CCairo", "CLinux"]),
        tests("Virtual", ["Virtual", "Runtime", "Mirroring", "Geometry"]),
        tests("Control", ["Control", "ControlSupport", "Runtime", "Mirroring", "Geometry"]),
        tests(
            "Wayland",
            [
                "Wayland", "WaylandBinding", "Rendering", "Runtime", "Mirroring", "Geometry", "CLinux", "CWayland",
                "CXKB", logging,
            ]),
        tests("WaylandScanner", ["WaylandScanner"]),
        tests("X11", ["X11", "Runtime", "Mirroring", "Geometry"]),
        tests("Remote", ["kagami-remote", "Control", "Mirroring", "Runtime", "CXKB", arguments]),
        tests("Web", ["kagami-web", "KagamiCommands", "Control", "Mirroring", "Geometry", "Runtime", arguments]),
        tests("Compositor", ["Compositor", "Control", "Rendering", "RenderingSupport", "Mirroring", "Geometry"]),
        tests(
            "kagami",
            [
                "kagami", "KagamiCommands", "ConfigurationFiles", "Control", "ControlSupport", "Pictures", "Machine",
                "Runtime", "Mirroring", "Geometry", "CSystemd", arguments, logging,
            ]),
        fuzzing,
    ]
)

if !sanitizers.isEmpty { package.keep(["kagami-fuzz", "WaylandProtocols"]) }
// For another architecture nothing is compiled but the tests that tools/arm64 runs there.
if let chosen = Context.environment["KAGAMI_TESTS"] { package.keep(chosen.split(separator: " ").map { "\($0)Tests" }) }

extension Package {
    /// Leaves out all but some targets and what these depend on.
    func keep(_ roots: [String]) {
        var needed = roots
        var next = 0
        while next < needed.count {
            let target = targets.first { $0.name == needed[next] }
            for case .byNameItem(let name, _) in target?.dependencies ?? [] where !needed.contains(name) {
                needed.append(name)
            }
            next += 1
        }
        targets.removeAll { !needed.contains($0.name) }
        products.removeAll()
    }
}
