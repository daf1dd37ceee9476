"""Calls a service by the client that openapi-python-client makes of the API document.

It is type-checked strictly. Prints what came.
"""

import json
import os
from typing import TypeVar

from postern_client import AuthenticatedClient
from postern_client.api.account import get_account
from postern_client.api.operators import create_account, export_posts
from postern_client.api.posts import (
    count_posts,
    get_post,
    get_posts,
    list_post_changes,
    list_posts_by_user,
    search_posts,
)
from postern_client.models.account_answer import AccountAnswer
from postern_client.models.account_created import AccountCreated
from postern_client.models.changed_post import ChangedPost
from postern_client.models.count_posts_group_by import CountPostsGroupBy
from postern_client.models.counts_answer import CountsAnswer
from postern_client.models.error import Error
from postern_client.models.new_account import NewAccount
from postern_client.models.one_post import OnePost
from postern_client.models.platform import Platform
from postern_client.models.post import Post
from postern_client.models.post_changes import PostChanges
from postern_client.models.posts_by_id import PostsById
from postern_client.models.posts_page import PostsPage
from postern_client.models.some_of_post import SomeOfPost
from postern_client.models.sort_by import SortBy
from postern_client.models.tally import Tally
from postern_client.types import Unset

T = TypeVar("T")

URL = os.environ["POSTERN_URL"]
api = AuthenticatedClient(base_url=URL, token=os.environ["POSTERN_TOKEN"])
operator = AuthenticatedClient(base_url=URL, token=os.environ["POSTERN_OPERATOR_SECRET"])


def is_a(kind: type[T], answer: object) -> T:
    """The answer, which has to be of this kind."""
    assert isinstance(answer, kind), answer
    return answer


def some(post: Post | SomeOfPost) -> list[str | int | None]:
    """What `fields` asked for, and that nothing else came."""
    assert isinstance(post, SomeOfPost) and isinstance(post.content, Unset), post
    assert not isinstance(post.author, Unset) and isinstance(post.author.username, str), post
    assert not isinstance(post.likes_count, Unset), post
    return [post.id, post.author.username, post.likes_count]


def whole(post: Post | SomeOfPost) -> list[str | None]:
    """A post with all its keys, its time as one."""
    post = is_a(Post, post)
    media_type = None if post.media_type is None else post.media_type.value
    return [post.platform.value, post.published_at.isoformat(), media_type]


search = is_a(
    PostsPage,
    search_posts.sync(
        client=api,
        platform="x,tiktok",
        kind="original,quote",
        media_type="video,none",
        fields="id,author.username,likes_count",
        sort_by=SortBy.LIKES_COUNT,
        limit=2,
    ),
).data

by_user = is_a(PostsPage, list_posts_by_user.sync(Platform.TWITTER, "reef.watch", client=api)).data

many = is_a(
    PostsById, get_posts.sync(client=api, ids="x:2,tiktok:none,https://x.com/a/status/1")
).data

one = is_a(OnePost, get_post.sync("x:1", client=api)).data
none = get_post.sync_detailed("x:404", client=api)

counts = is_a(
    CountsAnswer, count_posts.sync(client=api, group_by=CountPostsGroupBy.HASHTAG, top=1)
).data

changes = is_a(
    PostChanges,
    list_post_changes.sync(client=api, since="0", platform="x", fields="likes_count"),
).data
changed = [is_a(SomeOfPost, is_a(ChangedPost, change).post) for change in changes.changes]
later = is_a(PostChanges, list_post_changes.sync(client=api, since=changes.page.next_since)).data

account = is_a(AccountAnswer, get_account.sync(client=api)).data.account

wrong = is_a(Error, search_posts.sync(client=api, limit=1000, platform="myspace")).error
assert not isinstance(wrong.details, Unset)

made = is_a(
    AccountCreated,
    create_account.sync(
        client=operator, body=NewAccount(email="python@example.com", name="Py", credits_=5)
    ),
).data

# The answer of an export is lines, which come as they are.
lines = export_posts.sync_detailed(client=operator, platform=Platform.X).content.splitlines()

for client in (api, operator):
    client.get_httpx_client().close()

print(
    json.dumps(
        {
            "found": [some(post) for post in search.posts],
            "query": [search.query.platform, search.query.kind],
            "whole": [whole(post) for post in by_user.posts],
            "many": [[post.id for post in many.posts], many.missing],
            "one": one.post.id,
            "none": [none.status_code.value, is_a(Error, none.parsed).error.code.value],
            "groups": [
                [group.key, group.posts, group.likes_count.sum_, group.likes_count.known]
                for group in counts.groups
            ],
            "others": is_a(Tally, counts.others).posts,
            "changed": sorted([post.id, post.likes_count] for post in changed),
            "later": [len(later.changes), later.page.has_more],
            "account": account.email,
            "faults": [
                [
                    fault.parameter,
                    fault.code.value,
                    None if isinstance(fault.maximum, Unset) else fault.maximum,
                    None if isinstance(fault.allowed, Unset) else fault.allowed,
                ]
                for fault in wrong.details
            ],
            "credits": made.balance.current,
            "token": made.token[:13],
            "lines": sorted(json.loads(line)["platform_post_id"] for line in lines),
        }
    )
)
