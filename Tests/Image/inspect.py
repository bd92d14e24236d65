"""Holds an image's own words, and its layers beyond the base, to what is promised; prints its environment.

    inspect.py INSPECTION LAYERS MOST
"""

import json
import os
import sys

inspection, layers, most = sys.argv[1:]
config = json.load(open(inspection))["Docker"]["config"]
promised = {
    "User": "10001:0",
    "Entrypoint": ["hearth"],
    "Cmd": ["serve"],
    "Volumes": {"/var/lib/hearth": {}},
    "ExposedPorts": {"8080/tcp": {}},
    "WorkingDir": "/var/lib/hearth",
}
for key, value in promised.items():
    if config.get(key) != value:
        sys.exit(f"{key} is {config.get(key)}, not {value}")
if config.get("Healthcheck", {}).get("Test") != ["CMD", "hearth", "probe"]:
    sys.exit(f"the health check is {config.get('Healthcheck')}")
for label in ["title", "description", "licenses", "base.name"]:
    if not config["Labels"].get(f"org.opencontainers.image.{label}"):
        sys.exit(f"there is no label {label}")

# The first is the base.
digests = [layer["digest"] for layer in json.load(open(f"{layers}/manifest.json"))["layers"]]
added = sum(os.path.getsize(f"{layers}/{digest.removeprefix('sha256:')}") for digest in digests[1:])
print(f"{added / 1e6:.1f} MB beyond the base, of {int(most) / 1e6:.0f} at most", file=sys.stderr)
if added > int(most):
    sys.exit("the image adds too much")

print("\n".join(config["Env"]))
