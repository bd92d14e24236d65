"""Fetches homes, a page and an error, and posts events, with the client generated from the contract.

    fetch.py SAMPLE FOOD FUTURE    addresses, with the folder of the client in PYTHONPATH
"""

import json
import sys
import traceback
from urllib.parse import parse_qsl, urlsplit

import hearth_client as client


def main(sample, food, future):
    homes = client.HomesApi(client.ApiClient(client.Configuration(host=sample)))
    users = client.UsersApi(homes.api_client)
    home = None
    failures = 0

    def step(name, check):
        nonlocal failures
        try:
            print(f"python: {name}: {check()}")
        except Exception as error:
            failures += 1
            print(f"python: {name}: error: {error!r:.1000}")
            traceback.print_exc(limit=-2)

    def sample_home():
        nonlocal home
        home = homes.home(width=390, scale=3, lat=41.66, lon=-83.57)
        items = [item for widget in home.home_widgets for item in widget.items or []]
        expect(len(items) > 10, f"more than 10 items, not {len(items)}")
        expect(home.home_widgets[0].metrics.height > 0, "a height")
        return f"{len(home.home_widgets)} widgets, {len(items)} items"

    def food_home():
        api = client.HomesApi(client.ApiClient(client.Configuration(host=food)))
        items = [item for widget in api.home(width=390).home_widgets for item in widget.items or []]
        restaurant = next(item for item in items if item.kind == "restaurant")
        expect(len(restaurant.caption) == 2, f"two lines, not {restaurant.caption}")
        return ", ".join(line.text for line in restaurant.caption)

    def page():
        widget = next(widget for widget in home.home_widgets if widget.load_more)
        parameters = dict(parse_qsl(urlsplit(widget.load_more.href).query))
        page = homes.widget(widget.id, width=390, scale=3, lat=41.66, lon=-83.57, cursor=parameters["cursor"],
                            segment=parameters["segment"], shown=home.shown)
        expect(page.id == widget.id, f"a page of {widget.id}, not of {page.id}")
        shown = {item.id for widget in home.home_widgets for item in widget.items or []}
        expect(not shown & {item.id for item in page.items}, "items that were not shown yet")
        return f"{len(page.items)} items of {page.id}"

    def error():
        try:
            # The client itself refuses a width of 1.
            homes.home(width=390, lat=41.66)
        except client.exceptions.BadRequestException as refusal:
            error = refusal.data.error
            expect(error.parameter == "lon", f"a missing longitude, not {error}")
            return error.message
        raise AssertionError("expected an error")

    def events():
        item = next(item for widget in home.home_widgets for item in widget.items or [])
        events = [
            client.Event(type=client.EventType.SHOWN, item=item.id, tracking=item.tracking),
            client.Event(type=client.EventType.OPENED, item="product:none"),
        ]
        recorded = users.record_events("python", client.Events(id="python-1", events=events))
        expect(recorded.accepted == 1 and recorded.refused[0].index == 1, f"one refused event, not {recorded}")
        return recorded.refused[0].message

    def unknown_values():
        api = client.HomesApi(client.ApiClient(client.Configuration(host=future)))
        widget = next(widget for widget in api.home(width=390).home_widgets if widget.state == "future")
        item = widget.items[0]
        expect(widget.layout == "HomeWidgetFuture" and item.kind == "future", f"the future, not {widget.layout}, {item.kind}")
        return f"{widget.layout}, {item.kind}, {item.reason.kind}"

    step("home", sample_home)
    step("food", food_home)
    step("page", page)
    step("error", error)
    step("events", events)
    step("unknown values", unknown_values)
    sys.exit(min(failures, 1))


def expect(holds, expectation):
    if not holds:
        raise AssertionError(f"expected {expectation}")


if __name__ == "__main__":
    main(*sys.argv[1:])
