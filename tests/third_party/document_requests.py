"""Requests of a document of OpenAPI, drawn and written by schemathesis, which knows nothing of the importer.

Input: a document, the number of requests for each operation, and the most operations. Output: a JSON line for each request, with
the values before and after they are written; or for an operation, with the reason why schemathesis draws none. Equal
documents give equal lines.
"""

import copy
import json
import re
import sys
import urllib.parse
import warnings

import requests
import schemathesis
import yaml
from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.core import NOT_SET
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.adapter import parameters
from schemathesis.transport.serialization import Binary

class YamlLoader(yaml.CSafeLoader):
    """Reads YAML 1.2: dates stay texts."""


YamlLoader.yaml_implicit_resolvers = {
    first: [(tag, expression) for tag, expression in found if tag != "tag:yaml.org,2002:timestamp"]
    for first, found in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}

# Where the requests would go.
BASE_URL = "http://127.0.0.1"
# References that are followed from one schema.
DEEPEST = 24
# The boundary of forms is random; it is replaced by this.
BOUNDARY = "boundary-of-a-form"

# The values of the case that was drawn last, by the place of the parameters, as they were before they were written.
drawn = {}
# The document that is read.
current = {}
serialize = parameters._serialize_for_location


def recorded(strategy, location, is_negative, write, schema, items):
    known = {item.name: item.definition for item in items}

    def record(value):
        value = getattr(value, "value", value)
        value = {name: without_undeclared(known.get(name, {}), item) for name, item in value.items()}
        drawn[location.value] = copy.deepcopy(value)
        return value

    return serialize(strategy.map(record), location, is_negative, write, schema, items)


def without_undeclared(parameter, value):
    schema = parameter.get("schema", {})
    # What schemathesis reads of a document has its references beside them.
    return declared({**current["root"], "x-bundled": schema.get("x-bundled")}, [schema], value)


parameters._serialize_for_location = recorded


def plain(value):
    """A value as JSON; bytes are an object of their own."""
    if isinstance(value, (Binary, bytes)):
        data = value.data if isinstance(value, Binary) else value
        return {"$bytes": data.hex()}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def values(case):
    """The values of a case by place: those that were drawn, unless the case has none."""
    places = {"path": case.path_parameters, "query": case.query, "header": case.headers, "cookie": case.cookies}
    given_values = {place: plain(drawn.get(place) or {}) for place, held in places.items() if held}
    if case.body is not NOT_SET:
        given_values["body"] = plain(case.body)
    return given_values


def parts(root, schema, depth=0):
    """A schema, with those that it refers to or is made of."""
    if not isinstance(schema, dict) or depth > DEEPEST:
        return
    yield schema
    if "$ref" in schema:
        yield from parts(root, pointed(root, schema["$ref"]), depth + 1)
    for word in ("allOf", "oneOf", "anyOf"):
        for part in schema.get(word, []):
            yield from parts(root, part, depth + 1)


def pointed(root, reference):
    found = root
    for step in urllib.parse.unquote(reference).split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        found = found[int(step)] if isinstance(found, list) else found[step]
    return found


def declared(root, schemas, value):
    """A value without the members that no schema names, where schemas name some and nothing of others."""
    schemas = [part for schema in schemas for part in parts(root, schema)]
    if isinstance(value, list):
        items = [schema["items"] for schema in schemas if "items" in schema]
        return [declared(root, items, item) for item in value]
    if not isinstance(value, dict):
        return value
    others = [schema["additionalProperties"] for schema in schemas if schema.get("additionalProperties")]
    is_open = others or any("patternProperties" in schema for schema in schemas)
    is_open = is_open or not any("properties" in schema for schema in schemas)

    def of(name):
        own = [schema["properties"][name] for schema in schemas if name in schema.get("properties", {})]
        return own or others

    return {name: declared(root, of(name), item) for name, item in value.items() if is_open or of(name)}


def without_others(case):
    """The case without members that the document neither names nor speaks of: a schema lets them be, and no client has them."""
    root, body = current["root"], case.operation.definition.raw.get("requestBody")
    if case.body is NOT_SET or body is None:
        return case
    body = pointed(root, body["$ref"]) if "$ref" in body else body
    media = body["content"].get(case.media_type, {})
    case.body = declared(root, [media.get("schema", {})], case.body)
    return case


def written(case):
    """The request that `requests` would send."""
    sent = requests.Request(**case.as_transport_kwargs(base_url=BASE_URL)).prepare()
    body = sent.body.encode() if isinstance(sent.body, str) else sent.body
    headers = {name.lower(): as_text(value) for name, value in sent.headers.items()}
    boundary = re.search("boundary=([^;]*)", headers.get("content-type", ""))
    if boundary and body is not None:
        body = body.replace(boundary[1].encode(), BOUNDARY.encode())
        headers["content-type"] = headers["content-type"].replace(boundary[1], BOUNDARY)
    return {
        "method": sent.method,
        "url": sent.url.removeprefix(BASE_URL),
        "headers": headers,
        "body": (body or b"").hex(),
    }


def as_text(value):
    return value.decode("latin-1") if isinstance(value, bytes) else value


def cases(operation, count):
    """Cases that fit the schema of an operation, equal ones once."""
    found = {}

    @seed(0)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    @given(operation.as_strategy(generation_mode=GenerationMode.POSITIVE))
    def draw(case):
        case = without_others(case)
        line = {"values": values(case), "media": case.media_type, "request": written(case)}
        found.setdefault(json.dumps(line["values"], sort_keys=True), line)

    draw()
    return found.values()


def lines(operation, count):
    drawn.clear()
    try:
        return list(cases(operation, count))
    except Exception as error:  # Whatever it is, it is a line: the reader decides whether it is known.
        return [{"error": f"{type(error).__name__}: {error}".split("\n")[0]}]


def with_types(value):
    """A document whose schemas with members or items say that they are objects or lists, as those who write them mean."""
    if isinstance(value, list):
        return [with_types(item) for item in value]
    if not isinstance(value, dict):
        return value
    out = {key: with_types(item) for key, item in value.items()}
    if not {"type", "allOf", "oneOf", "anyOf", "$ref", "enum", "const"} & out.keys():
        if isinstance(out.get("properties"), dict) and "in" not in out:
            out["type"] = "object"
        elif isinstance(out.get("items"), dict) and "in" not in out:
            out["type"] = "array"
    return out


def configured(path):
    with open(path, encoding="utf-8") as file:
        # JSON is YAML, but YAML is slow.
        current["root"] = with_types(json.load(file) if path.endswith(".json") else yaml.load(file, YamlLoader))
    document = schemathesis.openapi.from_dict(current["root"])
    # Secrets are not compared, and neither side may send what the document does not have.
    document.config.generation.update(modes=[GenerationMode.POSITIVE], with_security_parameters=False)
    document.config.generation.allow_extra_parameters = False
    document.config.generation.allow_x00 = False
    return document


def main(path, count, most):
    warnings.simplefilter("ignore")
    document = configured(path)
    operations = list(document.get_all_operations())
    step = -(-len(operations) // most)
    for result in operations[::step]:
        if isinstance(result, Ok):
            operation = result.ok()
            head = {"verb": operation.method.lower(), "path": operation.path}
            found = lines(operation, count)
        else:
            error = result.err()
            head = {"verb": (error.method or "").lower(), "path": error.path or ""}
            found = [{"error": f"InvalidSchema: {error}".split("\n")[0]}]
        for line in found:
            print(json.dumps({**head, **line}), flush=True)


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
