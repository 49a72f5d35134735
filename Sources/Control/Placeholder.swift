import Mirroring
