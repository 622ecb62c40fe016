"""What a JSON Schema cannot say of a right request, as the spec says it that our documents carry.

Input: cases that fit the schema. Output: the same with right checksums and without foreign page tokens; those that break a
bound or a rule which only the spec tells are left out. Cases that must be refused pass as they are, but for lists that are
empty texts.
"""

import hashlib
import re

import schemathesis
from schemathesis import GenerationMode

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def checked(seed, form):
    """A text with a right checksum: a scalar of the spec names the form, patterns cannot compute."""
    data = hashlib.shake_256(str(seed).encode()).digest(form["bytes"])
    data += hashlib.sha256(data).digest()[-4:]
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = ALPHABET[digit] + text
    zeros = len(data) - len(data.lstrip(b"\0"))
    return form.get("prefix", "") + "1" * zeros + text


def is_checked(form):
    return "base58check" in (form.get("text"), form.get("also"))


def files(document):
    """The files of the spec that the document carries, with their paths."""
    return document["x-chainloom"].items()


def scalar(document, name):
    """The scalar of the spec that a component has the name of."""
    return next((file["scalars"][name] for _, file in files(document) if name in file.get("scalars", {})), None)


def resolved(document, schema):
    """The schema that is referred to, with the scalar of the spec behind it."""
    while "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        form = scalar(document, name.rsplit(".", 1)[-1])
        schema = {**document["components"]["schemas"][name], **({"scalar": form} if form else {})}
    return schema


def operation(case):
    """The operation in the spec, with how the next page of its list is requested."""
    service, name = case.operation.definition.raw["x-id"].split(".", 1)
    spec = dict(files(case.operation.schema.raw_schema))
    homes = (file for path, file in spec.items() if file.get("service", path.rsplit("/", 1)[-1]) == service)
    node = next(file["operations"][name] for file in homes if name in file.get("operations", {}))
    shared = next((file["client"]["paging"] for file in spec.values() if "paging" in file.get("client", {})), {})
    paging = {**shared, **node["paginate"]} if "paginate" in node else {}
    return {**node, "into": paging.get("into")}


def arms(document, schema):
    """The schema, and the alternatives that it has."""
    schema = resolved(document, schema)
    return [schema] + [each for arm in schema.get("anyOf", []) for each in arms(document, arm)]


def corrected(document, schema, value):
    known = arms(document, schema)
    if isinstance(value, dict):
        members = {name: member for arm in known for name, member in arm.get("properties", {}).items()}
        return {name: corrected(document, members.get(name, {}), each) for name, each in value.items()}
    items = next((arm["items"] for arm in known if "items" in arm), None)
    if items is not None and isinstance(value, list):
        return [corrected(document, items, item) for item in value]
    if items is not None and isinstance(value, str):
        return ",".join(corrected(document, items, item) for item in value.split(",") if item)
    if any(arm.get("type") == "integer" for arm in known) and isinstance(value, float):
        # A number such as 1.0 is an integer for a schema, and none for many a typed reader.
        return int(value)
    forms = [arm for arm in known if "scalar" in arm]
    # A part of a joined text may have no form: an item has a comma of its own.
    meant = [arm for arm in forms if re.search(arm.get("pattern", ""), str(value))] or forms
    form = meant[0]["scalar"] if meant else {}
    return checked(value, form) if is_checked(form) and isinstance(value, str) else value


def within(document, schema, value):
    """Numbers that travel as text have their bounds in `x-minimum` and `x-maximum`."""
    schema = resolved(document, schema)
    least, most = schema.get("x-minimum"), schema.get("x-maximum")
    if least is None or not isinstance(value, str) or not value.isdecimal():
        return True
    return int(least) <= int(value) and (most is None or int(value) <= int(most))


def body(case):
    """The schema of the body."""
    raw = case.operation.definition.raw
    contents = list(raw.get("requestBody", {}).get("content", {}).values())
    return resolved(case.operation.schema.raw_schema, contents[0]["schema"]) if contents else {}


def parameters(case):
    """The name, the schema and the holder of each parameter and member of the body; some are left out there."""
    raw = case.operation.definition.raw
    holders = {"path": case.path_parameters, "query": case.query}
    known = [(each["name"], each["schema"], holders.get(each["in"])) for each in raw.get("parameters", [])]
    known += [(name, schema, case.body) for name, schema in body(case).get("properties", {}).items()]
    return [each for each in known if isinstance(each[2], dict)]


def comparable(value):
    """Numbers may travel as text; texts of dates are ordered as they are written."""
    return int(value) if isinstance(value, str) and value.isdecimal() else value


def is_above(low, high):
    low, high = comparable(low), comparable(high)
    # What cannot be compared breaks a bound of its own.
    return type(low) is type(high) and low > high


def obeys(rule, values):
    if "ordered" in rule:
        low, high = values.get(rule["ordered"]["low"]), values.get(rule["ordered"]["high"])
        return low is None or high is None or not is_above(low, high)
    if "atMostOne" in rule or "atLeastOne" in rule:
        kind = "atMostOne" if "atMostOne" in rule else "atLeastOne"
        count = sum(values.get(name) is not None for name in rule[kind])
        return count <= 1 if kind == "atMostOne" else count >= 1
    if "ascending" in rule:
        items = values.get(rule["ascending"]) or []
        return not any(is_above(low, high) for low, high in zip(items, items[1:]))
    if "sumAtMost" in rule:
        numbers = [values[name] or 0 for name in rule["sumAtMost"]["of"]]
        return sum(numbers) <= rule["sumAtMost"]["max"]
    if "requires" in rule:
        holds = all(values.get(name) == value for name, value in rule["requires"]["when"].items())
        return not holds or all(values.get(name) == value for name, value in rule["requires"]["need"].items())
    return True


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE


def has_empty_list(case):
    """Whether a list in the query is an empty text: a right empty list, and also a list of one wrong empty text."""
    document = case.operation.schema.raw_schema
    lists = [name for name, schema, _ in parameters(case) if any("items" in arm for arm in arms(document, schema))]
    return any((case.query or {}).get(name) in ("", [""]) for name in lists)


@schemathesis.hook
def filter_case(context, case):
    if not is_positive(case):
        return not has_empty_list(case)
    document = case.operation.schema.raw_schema
    known = parameters(case)
    given = {name: values.get(name, resolved(document, schema).get("default")) for name, schema, values in known}
    rules = operation(case).get("rules", [])
    bounded = all(within(document, schema, values.get(name)) for name, schema, values in known)
    return bounded and all(obeys(rule, given) for rule in rules)


@schemathesis.hook
def map_case(context, case):
    if not is_positive(case):
        return case
    document = case.operation.schema.raw_schema
    token = operation(case)["into"]
    for name, schema, values in parameters(case):
        if name == token:
            # A right page token is one that the service gave.
            values.pop(name, None)
        elif name in values:
            values[name] = corrected(document, schema, values[name])
    if isinstance(case.body, dict):
        case.body = corrected(document, body(case), case.body)
    return case
