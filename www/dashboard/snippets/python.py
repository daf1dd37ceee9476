import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

API = "https://your-host/api/v1"
TOKEN = os.environ.get("POSTERN_TOKEN") or sys.exit("Set POSTERN_TOKEN to your token first.")


def get(path, parameters, tries=4):
    """Calls the API; when it is busy, waits for as long as it says and tries again."""
    request = urllib.request.Request(
        f"{API}{path}?{urllib.parse.urlencode(parameters)}",
        headers={"Authorization": f"Bearer {TOKEN}"},
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)["data"]
    except urllib.error.HTTPError as error:
        if error.code in (429, 503) and tries > 1:
            time.sleep(int(error.headers.get("Retry-After") or 1))
            return get(path, parameters, tries - 1)
        told = json.load(error)["error"]
        text = "{status} {code}: {message} (request {request_id})"
        raise RuntimeError(text.format(status=error.code, **told)) from None


def search(**parameters):
    """Every post that a search finds, page by page to the last one."""
    while True:
        data = get("/posts/search", parameters)
        yield from data["posts"]
        cursor = data["page"]["next_cursor"]
        if cursor is None:
            return
        parameters["cursor"] = cursor


count = 0
try:
    for post in search(keyword="coral", limit=100):
        likes = "-" if post["likes_count"] is None else post["likes_count"]
        print(post["published_at"], post["platform"], "@" + post["author"]["username"], likes)
        count += 1
except (RuntimeError, OSError, ValueError) as error:
    sys.exit(str(error))
print(f"{count} posts")
