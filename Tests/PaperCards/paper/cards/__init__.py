"""The cards, a page each."""

from .plain import PLAIN

ALL = (PLAIN,)
