"""The cards, a page each."""

from .amdgpu import AMDGPU
from .i915 import I915
from .msm import MSM
from .nouveau import NOUVEAU
from .plain import PLAIN
from .remote import EVDI, SIMPLEDRM, UDL
from .rk3399 import RK3399
from .vc4 import PI4, PI5

# Each entry is what is in a computer: a card or several. A USB display comes beside another card.
ALL = (
    (PLAIN,), (I915,), (AMDGPU,), (PI4,), PI5, (RK3399,), (MSM,), (SIMPLEDRM,), (UDL,), (EVDI,),
    (PLAIN.having(connectors=PLAIN.connectors[:1]), UDL),
)
# Cards that the service does not use: it says why.
WITHOUT_ATOMIC = (NOUVEAU,)
