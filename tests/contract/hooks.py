"""What schemathesis can't know of Postern: its credentials, what its lines are, and which cursor is whose."""

import itertools
import json
import os
import re

import jsonschema_rs
import schemathesis
from hypothesis import strategies as st

TOKEN = os.environ["POSTERN_TOKEN"]
CREDENTIALS = {
    "bearer": ("Authorization", f"Bearer {TOKEN}"),
    "apiToken": ("X-API-Token", TOKEN),
    "browserToken": ("Authorization", f"Bearer {os.environ['POSTERN_BROWSER_TOKEN']}"),
    "operatorSecret": ("Authorization", f"Bearer {os.environ['POSTERN_OPERATOR_SECRET']}"),
}


@schemathesis.auth(refresh_interval=None)
class EveryCredential:
    """Each case of an operation comes with the next of the credentials that the document names for it."""

    def __init__(self):
        self.turns = {}

    def get(self, case, context):
        operation = context.operation
        schemes = [name for requirement in operation.definition.raw.get("security", []) for name in requirement]
        if not schemes:
            return None
        return CREDENTIALS[next(self.turns.setdefault(operation.label, itertools.cycle(schemes)))]

    def set(self, case, data, context):
        name, value = data
        case.headers[name] = value


# ---- Cursors. The document's example of one belongs to no query here, and would make every call that is built around the
# examples a 400, whatever else is in it. Where the next page of just this query was seen, its cursor takes that place;
# elsewhere the call asks for the first page. A cursor that an answer gave goes back with the query that it was given for.
# Every other one, made up or spoilt on purpose, is sent as it is.

EXAMPLE = "Q3Vyc29yLTE"
following = {}
given_for = {}


def query_of(case):
    """What a cursor is bound to, beside the address: the query, but for the place in it."""
    return {name: value for name, value in case.query.items() if name not in ("cursor", "limit")}


def page_of(case):
    return json.dumps([case.path, case.path_parameters, query_of(case)], sort_keys=True, default=str)


@schemathesis.hook
def before_call(context, case, kwargs):
    cursor = case.query.get("cursor")
    if cursor == EXAMPLE:
        del case.query["cursor"]
        if page_of(case) in following:
            case.query["cursor"] = following[page_of(case)]
    elif (case.path, cursor) in given_for and case.meta.generation.mode.is_positive:
        case.path_parameters, query = given_for[case.path, cursor]
        case.query = {**query, **{name: case.query[name] for name in ("cursor", "limit") if name in case.query}}


@schemathesis.hook
def after_call(context, case, response):
    if case.method != "GET" or response.status_code != 200:
        return
    if '"next_cursor":"' in response.text:
        cursor = response.json()["data"]["page"]["next_cursor"]
    else:
        cursor = response.headers.get("x-next-cursor", [None])[0]
    if cursor:
        following[page_of(case)] = cursor
        given_for[case.path, cursor] = (dict(case.path_parameters), query_of(case))


# ---- The document, with more than it says. Answers may grow, so its schemas let other keys through; but an answer of today
# with a key that the document of today does not name is a fault of one of the two. And steps: what a caller does with a
# page, which is to ask for the next one, for its authors' posts, and for its hashtags'.

line = []
"""Holds a line of an export to the schema of a post."""

LISTINGS = ("listPostsByUser", "listPostsByHashtag", "searchPosts")


@schemathesis.hook
def before_load_schema(context, raw_schema):
    schemas = raw_schema["components"]["schemas"]
    close(schemas)
    line.append(jsonschema_rs.validator_for({"$ref": "#/components/schemas/Post", "components": {"schemas": schemas}}))
    page = raw_schema["components"]["responses"]["Page"]
    operations = [item["get"] for item in raw_schema["paths"].values() if item.get("get", {}).get("operationId") in LISTINGS]
    for operation in operations:
        operation["responses"]["200"] = {**page, "links": links_of(operation)}


def close(schema):
    """Allows no key beyond those that are named."""
    if isinstance(schema, dict):
        if "properties" in schema and "object" in schema.get("type", ()):
            schema.setdefault("additionalProperties", False)
        schema = schema.values()
    elif not isinstance(schema, list):
        return
    for part in schema:
        close(part)


def links_of(operation):
    """The ways on from a page of an operation."""
    post = "$response.body#/data/posts/0"
    platform = {"path.platform": f"{post}/platform"}
    return {
        "next": {"operationId": operation["operationId"], "parameters": {"query.cursor": "$response.body#/data/page/next_cursor"}},
        "author": {"operationId": "listPostsByUser", "parameters": {**platform, "path.username": f"{post}/author/username"}},
        "hashtag": {"operationId": "listPostsByHashtag", "parameters": {**platform, "path.hashtag": f"{post}/hashtags/0"}},
    }


# ---- Accounts.

strangers = st.integers(1, 10**6).map("guest{}@fjordlab.example".format)


@schemathesis.hook.apply_to(operation_id="createAccount")
def flatmap_body(context, body):
    """Most addresses that come up are those of accounts that there are: half of the good ones become somebody new's."""
    is_good = isinstance(body, dict) and re.fullmatch(r"[^\s@]{1,64}@[^\s@]{1,64}", str(body.get("email")))
    return st.one_of(st.just(body), strangers.map(lambda email: {**body, "email": email})) if is_good else st.just(body)


# ---- Lines.


@schemathesis.serializer("application/x-ndjson")
def as_it_is(context, value):
    """A body of lines goes out as it is, and what is no text as the JSON that it is."""
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else json.dumps(value)).encode("utf-8", "surrogatepass")


texts = st.none() | st.text(max_size=40)
counts = st.none() | st.integers(-1, 2**53)
times = st.sampled_from(["2026-04-18T12:00:00+02:00", "2099-12-31T23:59:59.999Z", "1969-12-31T23:59:59Z", "2026-02-30T00:00:00Z", "today"])
posts = st.fixed_dictionaries(
    {
        "platform": st.sampled_from(["tiktok", "Instagram", "x", "twitter", "snapchat", "linkedin", "myspace"]),
        "platform_post_id": st.text(min_size=1, max_size=12) | st.integers(1, 30).map("p{}".format),
        "author": st.fixed_dictionaries({"username": st.sampled_from(["tide.tables", "@harbour_walks", "a b"]) | st.text(max_size=12)}, optional={"display_name": texts, "verified": st.none() | st.booleans(), "followers_count": counts}),
        "published_at": times,
    },
    optional={
        "content": texts,
        "url": texts,
        "language": texts,
        "media_type": st.sampled_from(["image", "video", "carousel", "reel", None, "painting"]),
        "media": st.lists(st.fixed_dictionaries({"type": st.sampled_from(["image", "video"]), "url": st.text(max_size=12)}, optional={"width": counts}), max_size=3),
        "hashtags": st.lists(st.text(max_size=8), max_size=3),
        "mentions": st.lists(st.text(max_size=8), max_size=3),
        "likes_count": counts,
        "comments_count": counts,
        "kind": st.sampled_from(["original", "reply", "repost", "quote", None, "copy"]),
        "refers_to": texts | st.just("x:1"),
        "approximate": st.lists(st.sampled_from(["likes_count", "nothing"]), max_size=2),
        "edited_at": times,
        "collected_at": times,
        "unknown": st.just(1),
    },
)
bodies = st.lists(posts.map(lambda post: json.dumps(post, ensure_ascii=False)), min_size=1, max_size=5).map("\n".join)


@schemathesis.hook.apply_to(operation_id="importPosts")
def before_generate_body(context, strategy):
    """Any text is a body of lines; three in four are posts, most with a fault or two."""
    return st.one_of(strategy, bodies, bodies, bodies)


@schemathesis.check
def every_line_is_accounted_for(ctx, response, case):
    """The document: `received` is the sum of the others. A wrong line is no error, so this is what holds it."""
    if case.operation.definition.raw.get("operationId") != "importPosts" or response.status_code != 200:
        return
    data = response.json()["data"]
    became = data["inserted"] + data["updated"] + data["unchanged"] + data["erased"] + len(data["rejected"])
    assert data["received"] == became, f"{data['received']} lines came, and {became} are accounted for"
    assert all(1 <= one["line"] for one in data["rejected"])
    if not isinstance(case.body, (str, bytes)):
        assert data["received"] == len(data["rejected"]), "what is no text is no post"


@schemathesis.check
def every_line_is_a_post(ctx, response, case):
    """Schemathesis takes an export for a text; the document says what each line of it is."""
    if case.operation.definition.raw.get("operationId") != "exportPosts" or response.status_code != 200:
        return
    for text in response.text.split("\n")[:-1]:
        errors = [error.message for error in line[0].iter_errors(json.loads(text))]
        assert not errors, errors[0]
    assert response.text == "" or response.text.endswith("\n")
