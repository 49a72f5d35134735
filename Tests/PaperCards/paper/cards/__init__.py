"""The cards, a page each."""

from .i915 import I915
from .plain import PLAIN
from .rk3399 import RK3399
from .vc4 import PI4, PI5

# Each entry is what is in a computer: a card or several.
ALL = ((PLAIN,), (I915,), (PI4,), PI5, (RK3399,))
