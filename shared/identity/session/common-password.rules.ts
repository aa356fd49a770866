export interface PasswordOwner {
  fullname: string;
  email: string;
  organization: string;
  domains: readonly string[];
}

const shortestWord = 4;
/** Minimum number of letters that must remain after removing the names of the user and the organization. */
const minOwnLetters = 4;

const wordsIn = (text: string) => text.toLowerCase().split(/[^\p{L}\p{Nd}]+/u);

function wordsOf({ fullname, email, organization, domains }: PasswordOwner): string[] {
  const [name = "", host = ""] = email.split("@");
  // Skips the top-level domain, e.g. `com`.
  const labels = [host, ...domains].flatMap((domain) => domain.split(".").slice(0, -1));
  const words = [fullname, name, organization, ...labels].flatMap(wordsIn);
  return [...new Set(words)].filter((word) => [...word].length >= shortestWord).toSorted((a, b) => b.length - a.length);
}

const unmasked: Record<string, string> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/** Undoes common substitutions, because password crackers treat `P@ssw0rd` like `password`. */
const withoutMasks = (text: string) => [...text].map((sign) => unmasked[sign] ?? sign).join("");

/** Whether the password is on the list of common passwords, ignoring case and letter substitutions. */
export function isCommonPassword(password: string, commonPasswords: ReadonlySet<string>): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  return commonPasswords.has(text) || commonPasswords.has(withoutMasks(text));
}

/** Whether too few letters remain after removing the names of the user and the organization. */
export function consistsOfNames(password: string, owner: PasswordOwner): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  let rest = text;
  for (const word of wordsOf(owner)) rest = rest.replaceAll(word, "");
  return rest !== text && (rest.match(/\p{L}/gu)?.length ?? 0) < minOwnLetters;
}
