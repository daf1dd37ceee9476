// What all public pages have in common, written once: a page says `%HEAD%`, `%HEADER%` and `%FOOTER%`, each on a line of its
// own, and has a title and a description.

/** Stands in pages for the address that clients use: previews of links name it. */
const ORIGIN = "%ORIGIN%";

const PLACES = [
  ["/explore/", "Explore"],
  ["/open/", "Open a file"],
  ["/guides/", "Guides"],
  ["/docs/", "Reference"],
  ["/dashboard/sign-in", "Sign in"],
];
const MORE = [
  ["/docs/", "Reference"],
  ["/api/v1/openapi.json", "openapi.json"],
  ["/api/v1/health", "Health"],
  ["/legal/terms", "Terms"],
  ["/legal/privacy", "Privacy"],
  ["/legal/imprint", "Imprint"],
];

/** The page of a file as it is served. */
export function finished(html, file, origin) {
  const address = addressOf(file);
  const parts = { HEAD: () => head(html, address), HEADER: () => header(address), FOOTER: () => footer(address) };
  const whole = html.replace(/^( *)%(\w+)%\n/gm, (line, indent, name) => {
    const lines = parts[name]?.();
    return lines ? lines.map((text) => `${indent}${text}\n`).join("") : line;
  });
  return whole.replaceAll(ORIGIN, origin);
}

/** `guides/call.html` is at `/guides/call`, `docs/index.html` at `/docs/`. What is at no address has none. */
function addressOf(file) {
  if (file === "404.html") return null;
  return `/${file.replace(/(^|\/)index\.html$/, "$1").replace(/\.html$/, "")}`;
}

function head(html, address) {
  const general = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="stylesheet" href="/style.css">',
    '<link rel="stylesheet" href="/site.css">',
  ];
  return address === null ? general : [...general, ...preview(html, address)];
}

/** What a link to the page looks like elsewhere. */
function preview(html, address) {
  const title = /<title>(.*)<\/title>/.exec(html)[1].replace(/: Postern$/, "");
  const description = /<meta name="description" content="(.*)">/.exec(html)[1];
  const properties = {
    type: "website",
    site_name: "Postern",
    title,
    description,
    url: ORIGIN + address,
    image: `${ORIGIN}/preview.png`,
    "image:width": 1200,
    "image:height": 630,
    "image:alt": "Postern: posts of five social networks as JSON",
  };
  return [
    `<link rel="canonical" href="${ORIGIN}${address}">`,
    ...Object.entries(properties).map(([name, value]) => `<meta property="og:${name}" content="${value}">`),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

const header = (address) => [
  '<a class="skip" href="#main">Skip to the text</a>',
  '<header class="bar">',
  '  <a class="mark" href="/"><img src="/icon.svg" alt="" width="28" height="28">Postern</a>',
  ...navigation("Main", PLACES, address),
  "</header>",
];

const footer = (address) => ["<footer>", ...navigation("More", MORE, address), "</footer>"];

function navigation(label, places, address) {
  const links = places.map(([place, text]) => `    <a href="${place}"${current(place, address)}>${text}</a>`);
  return [`  <nav aria-label="${label}">`, ...links, "  </nav>"];
}

/** Whether a link leads to the page itself, or to the folder that it is in. */
function current(place, address) {
  if (place === address) return ' aria-current="page"';
  return place.endsWith("/") && address?.startsWith(place) ? ' aria-current="true"' : "";
}
