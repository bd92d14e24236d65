"""Fetches a home, the next page of one of its widgets, and an error with the client that was generated from the contract.

    fetch.py ADDRESS    with the folder of the client in PYTHONPATH
"""

import re
import sys
from urllib.parse import parse_qsl, urlsplit

from client import Client
from client.api.homes import home as homes
from client.api.homes import widget as widgets
from client.models.home import Home
from client.models.home_response_400 import HomeResponse400
from client.models.loaded_widget import LoadedWidget

NUMBERS = {"width", "scale", "text_scale", "lat", "lon"}


def main():
    client = Client(base_url=sys.argv[1])

    home = homes.sync(client=client, width=390, scale=3, lat=41.66, lon=-83.57)
    expect(isinstance(home, Home), f"a home, not {home}")
    loaded = [widget for widget in home.home_widgets if isinstance(widget, LoadedWidget)]
    shown = [item for widget in loaded for item in widget.items]
    expect(len(shown) > 10, f"a home with items, not {len(shown)}")
    expect(home.home_widgets[0].metrics.height > 0, "a height")
    print(f"Fetched a home of {len(home.home_widgets)} widgets and {len(shown)} items")

    widget = next(widget for widget in loaded if widget.load_more)
    page = widgets.sync(widget.id, client=client, shown=home.shown, **query(widget.load_more.href))
    expect(isinstance(page, LoadedWidget), f"a page, not {page}")
    expect(page.id == widget.id, f"a page of {widget.id}, not of {page.id}")
    expect(not {item.id for item in page.items} & {item.id for item in shown}, "items that were not shown yet")
    print(f"Fetched a page of {widget.id} with {len(page.items)} items")

    refusal = homes.sync(client=client, width=10)
    expect(isinstance(refusal, HomeResponse400), f"an error, not {refusal}")
    print(f"Fetched an error: {refusal.error.code.value}, {refusal.error.message}")


def query(href):
    """The parameters of an address, as the client names them."""
    parameters = {}
    for name, value in parse_qsl(urlsplit(href).query):
        name = re.sub(r"[A-Z]", lambda letter: "_" + letter[0].lower(), name)
        parameters[name] = float(value) if name in NUMBERS else value
    return parameters


def expect(holds, expectation):
    if not holds:
        sys.exit(f"fetch.py: expected {expectation}")


if __name__ == "__main__":
    main()
