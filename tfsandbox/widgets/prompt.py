"""A kernel connection for Jupyter's server that sends every message at once.

By default small messages wait for the receiver to confirm earlier ones (Nagle's algorithm), and the browser's side
confirms up to 40 ms late: a slider then feels sticky. Switched on by
``--ServerApp.kernel_websocket_connection_class=tfsandbox.widgets.prompt.PromptConnection``.
"""

from __future__ import annotations

from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class PromptConnection(ZMQChannelsWebsocketConnection):
    """The usual connection, with TCP_NODELAY set."""

    def connect(self) -> Any:
        """Connect the page to its kernel; a future that ends once that is done."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()
