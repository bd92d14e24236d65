"""What makes a request valid beyond what OpenAPI can say. Requests that are meant to be wrong stay as they are."""

from decimal import Decimal

import schemathesis

SEGMENTS = ["homes", "style"]


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if isinstance(case.query, dict):
        complete(case.query)
    if case.headers:
        # It names a tag that only the server knows.
        case.headers.pop("If-Match", None)
    if isinstance(case.body, dict):
        for name in ["price", "bedrooms", "bathrooms", "area"]:
            order(case.body.get(name))
        if case.body.get("kind") == "product":
            for name in ["type", "types", "bedrooms", "bathrooms", "area"]:
                case.body.pop(name, None)
        if "segment" in case.body:
            arrange(case.body)


def complete(query):
    if ("lat" in query) != ("lon" in query):
        query.pop("lat", None)
        query.pop("lon", None)
    # Cursors and shown tokens are signed by the server, and segments, filters and orders are those of the config.
    for name in ["cursor", "shown", "filter", "sort"]:
        query.pop(name, None)
    if "segment" in query and query["segment"] not in SEGMENTS:
        query["segment"] = SEGMENTS[len(query) % len(SEGMENTS)]
    if "locale" in query and not distinct(query["locale"]):
        query.pop("locale")
    for name, value in query.items():
        if isinstance(value, float):
            query[name] = plain(value)


def arrange(body):
    """Segments and widgets are those of the config."""
    body["segment"] = SEGMENTS[len(body) % len(SEGMENTS)]
    for name in ["hidden", "pinned", "order"]:
        if body.get(name):
            body[name] = []


def distinct(tag):
    """Whether no singleton of a tag occurs twice, nor a variant before the first one (RFC 5646 section 2.2.9)."""
    # The subtags after the language and before private use.
    subtags = f"-{tag}".lower().split("-x-")[0].split("-")[2:]
    singletons = [subtag for subtag in subtags if len(subtag) == 1]
    front = subtags[: subtags.index(singletons[0])] if singletons else subtags
    variants = [subtag for subtag in front if len(subtag) >= 5 or subtag[:1].isdigit() and len(subtag) == 4]
    return all(len(words) == len(set(words)) for words in [singletons, variants])


def plain(value):
    """The number without an exponent, of 24 characters at most."""
    text = format(Decimal(repr(value)), "f")
    return text[:24] if "." in text else text


def order(bounds):
    if not isinstance(bounds, dict):
        return
    least, most = bounds.get("min"), bounds.get("max")
    if least is not None and most is not None and least > most:
        bounds["min"], bounds["max"] = most, least
