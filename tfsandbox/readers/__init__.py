"""Readers: files that people have, as Recordings.

``read`` takes a bag (folder, ``.mcap``, ``.db3``, ROS 1 ``.bag``) or a recording saved as ``.json``; ``bag.write``
makes a bag that ``ros2 bag play`` and Foxglove open. Bags need the extra ``bags``.
"""

from tfsandbox.readers import bag
from tfsandbox.readers.files import read
from tfsandbox.readers.found import NODE

__all__ = ["NODE", "bag", "read"]
