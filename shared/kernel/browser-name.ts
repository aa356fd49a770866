/** Patterns of browsers and operating systems in order of precedence, because most user agents also contain other names. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/\d.*\bSafari\//, "Safari"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\b(Macintosh|Mac OS X)\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\b(Linux|X11)\b/, "Linux"],
];

const nameIn = (list: typeof browsers, text: string) => list.find(([pattern]) => pattern.test(text))?.[1];

/** Maximum number of parsed characters, because clients can send a long user agent with every call. */
const mostRead = 500;

/**
 * Returns the display name of a browser, such as `Firefox, Windows`, in the same form for all languages. Null if it cannot be recognized.
 */
export function browserName(userAgent: string | null | undefined): string | null {
  const read = userAgent?.slice(0, mostRead);
  if (!read) return null;
  const foundNames = [nameIn(browsers, read), nameIn(systems, read)].filter(Boolean);
  return foundNames.length > 0 ? foundNames.join(", ") : (/^[\w .-]{1,40}/.exec(read)?.[0].trim() ?? null);
}
