/** Names of browsers and systems, in the order in which they give themselves away: most claim to be others as well. */
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

/** No browser says more. Strangers may, with each call, and what looks for a name in it must not take long. */
const mostRead = 500;

/** A browser as people know it: `Firefox, Windows`. Names are the same in every language; null when nothing is known. */
export function browserName(userAgent: string | null | undefined): string | null {
  const read = userAgent?.slice(0, mostRead);
  if (!read) return null;
  const known = [nameIn(browsers, read), nameIn(systems, read)].filter(Boolean);
  return known.length > 0 ? known.join(", ") : (/^[\w .-]{1,40}/.exec(read)?.[0].trim() ?? null);
}
