import pytest

from tfsandbox.errors import InputError
from tfsandbox.qos import TF_QOS, TF_STATIC_LISTENER_QOS, TF_STATIC_PUBLISHER_QOS, Durability, QoS, Reliability


def test_tf2s_own_profiles():
    assert QoS(100, Reliability.RELIABLE, Durability.VOLATILE) == TF_QOS
    assert QoS(1, Reliability.RELIABLE, Durability.TRANSIENT_LOCAL) == TF_STATIC_PUBLISHER_QOS
    assert QoS(100, Reliability.RELIABLE, Durability.TRANSIENT_LOCAL) == TF_STATIC_LISTENER_QOS


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        *(({"depth": junk}, "depth") for junk in (0, -1, True, 1.5, "1", None, 2**31)),
        ({"reliability": "reliable"}, "reliability"),
        ({"durability": None}, "durability"),
    ],
)
def test_nonsense_is_refused_by_name(fields, place):
    with pytest.raises(InputError, match=f"^{place} "):
        QoS(**fields)
