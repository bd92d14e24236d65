"""Serves the homes of a server with a kind, a layout, a state, a reason and members that no client knows.

    future.py ADDRESS    prints its own address, then serves until it is terminated
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.request import urlopen

server = sys.argv[1]


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        with urlopen(server + self.path) as response:
            home = json.load(response)
        # An object, a list and a text: a client might expect any of them.
        members = {"futureObject": {"a": [1]}, "futureList": ["a"], "futureText": "a"}
        widget = next(widget for widget in home["homeWidgets"] if widget.get("items"))
        item = widget["items"][0]
        for part in [home, widget, widget["header"], widget["metrics"], item]:
            part.update(members)
        widget["layout"] = "HomeWidgetFuture"
        widget["state"] = "future"
        item["kind"] = "future"
        item["reason"] = {"kind": "future", "text": "A reason of the future"}

        body = json.dumps(home).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


listener = HTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{listener.server_port}", flush=True)
listener.serve_forever()
