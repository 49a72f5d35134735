"""The cards, a page each."""

from .allwinner import A64, H6_WITH_USB_PANEL
from .amdgpu import AMDGPU
from .bridge import BRIDGE
from .i915 import I915
from .imx8 import IMX8
from .imx8mp import IMX8MP
from .meson import MESON_WITH_USB_PANEL
from .msm import MSM
from .nouveau import NOUVEAU, WITHOUT_FLIPS
from .plain import PLAIN
from .remote import EVDI, SIMPLEDRM, UDL
from .rk3399 import RK3399, RK3399_LARGE_FIRST
from .rk3588 import RK3588
from .tilcdc import TILCDC, TILCDC_24
from .vc4 import PI3, PI4_COMPUTER, PI5
from .zynqmp import ZYNQMP, ZYNQMP_AR24

# Each entry is what is in a computer: a card or several. A USB display comes beside another card.
ALL = (
    (PLAIN,), (I915,), (AMDGPU,), PI4_COMPUTER, PI5, (RK3399,), (RK3399_LARGE_FIRST,), IMX8, (MSM,), (SIMPLEDRM,), (UDL,), (EVDI,),
    (PLAIN.having(connectors=PLAIN.connectors[:1]), UDL),
    (TILCDC,), (TILCDC_24,), (ZYNQMP,), (ZYNQMP_AR24,), (BRIDGE,),
    (NOUVEAU,), (WITHOUT_FLIPS,),
    (PI3,), (RK3588,), IMX8MP, (A64,), H6_WITH_USB_PANEL, MESON_WITH_USB_PANEL,
)
# Cards that know only the calls from before atomic commits.
WITHOUT_ATOMIC = (NOUVEAU, WITHOUT_FLIPS)
