(
  set -eu
  url="https://your-host/api/v1/posts/search"
  : "${POSTERN_TOKEN:?Set POSTERN_TOKEN to your token first.}"
  page=$(mktemp)
  trap 'rm -f "$page"' EXIT
  cursor=""
  while :; do
    # Tries again by itself when the service is busy, and waits for as long as Retry-After says.
    curl --silent --show-error --fail-with-body --retry 3 --max-time 30 --output "$page" \
      --header "Authorization: Bearer $POSTERN_TOKEN" --get "$url" \
      --data-urlencode "keyword=coral" --data-urlencode "limit=100" \
      ${cursor:+--data-urlencode "cursor=$cursor"} || { cat "$page" >&2; echo >&2; exit 1; }
    cat "$page"
    echo
    cursor=$(sed -n 's/.*"next_cursor":"\([^"]*\)".*/\1/p' "$page")
    [ -n "$cursor" ] || break
  done
)
