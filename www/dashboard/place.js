// Where the reader was when the session ended, so that signing in leads back there, also by a link that opens another tab.

const KEY = "postern.place";

/** Only the dashboard's pages and the explorer are come back to: an address out of a link could lead anywhere. */
function safe(place) {
  const url = URL.canParse(place ?? "", location.origin) ? new URL(place, location.origin) : undefined;
  const isOurs = url?.origin === location.origin && /^\/(dashboard\/|explore\/$)/.test(url.pathname);
  return isOurs && !/^\/dashboard\/(sign-|confirm|api\/)/.test(url.pathname) ? url.pathname + url.search : undefined;
}

/** Leaves for the sign-in page. */
export function toSignIn() {
  const place = safe(location.pathname + location.search);
  location.replace(place ? `/dashboard/sign-in?then=${encodeURIComponent(place)}` : "/dashboard/sign-in");
}

/** Keeps the place that the sign-in page was given; none, and an old one is forgotten. */
export function keepPlace() {
  const place = safe(new URLSearchParams(location.search).get("then"));
  if (place) localStorage.setItem(KEY, place);
  else forgetPlace();
  return place;
}

export const forgetPlace = () => localStorage.removeItem(KEY);

/** The place to go to after signing in: where the reader was, or the overview. */
export function takePlace() {
  const place = safe(localStorage.getItem(KEY)) ?? "/dashboard/";
  forgetPlace();
  return place;
}
