/// A maker of displays, with the names of the maker in displays and touchscreens.
///
/// A touchscreen's chip often comes from another maker, whose name is no help. The makers here are those whose
/// touchscreens and pens carry their own name.
struct DisplayBrand {
    /// The maker's three-letter identifiers in the EDID.
    let makes: Set<String>
    /// The maker's vendor numbers on USB and I2C.
    let vendors: Set<UInt32>
    /// The maker's words in the names of devices, in lower case.
    let words: Set<String>

    /// Source: the registries of the UEFI forum (PNP identifiers) and of the USB Implementers Forum.
    static let known = [
        DisplayBrand(["DEL"], [0x413c], "dell"),
        DisplayBrand(["WAC"], [0x056a, 0x2d1f], "wacom"),
        DisplayBrand(["HWP", "HPN", "HPQ"], [0x03f0], "hp"),
        DisplayBrand(["LEN"], [0x17ef], "lenovo"),
        DisplayBrand(["GSM"], [0x043e], "lg"),
        DisplayBrand(["SAM"], [0x04e8], "samsung"),
        DisplayBrand(["ELO"], [0x04e7], "elo"),
        DisplayBrand(["IVM"], [], "iiyama"),
        DisplayBrand(["AUS", "ACI"], [0x0b05], "asus"),
        DisplayBrand(["ACR"], [0x0502], "acer"),
        DisplayBrand(["VSC"], [0x0543], "viewsonic"),
        DisplayBrand(["BNQ"], [0x04a5], "benq"),
        DisplayBrand(["NEC"], [0x0409], "nec"),
        DisplayBrand(["ENC"], [0x056d], "eizo"),
        DisplayBrand(["PHL"], [0x0471], "philips"),
        DisplayBrand(["SHP"], [0x04dd], "sharp"),
        DisplayBrand(["SNY"], [0x054c], "sony"),
        DisplayBrand(["PNR"], [], "planar"),
        DisplayBrand(["MMM"], [0x0596], "3m"),
    ]

    private init(_ makes: Set<String>, _ vendors: Set<UInt32>, _ words: String...) {
        self.makes = makes
        self.vendors = vendors
        self.words = Set(words)
    }

    /// Whether a device and a display come from the same maker.
    static func matches(_ device: DeviceDescription, make: String?) -> Bool {
        guard let make else { return false }
        return known.contains { brand in
            brand.makes.contains(make)
                && (brand.vendors.contains(device.sensor.vendor)
                    || !brand.words.isDisjoint(with: device.name.lowercasedWords))
        }
    }
}

extension String {
    /// The string's runs of letters and digits, in lower case.
    var lowercasedWords: Set<String> {
        Set(lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
    }
}
