/** Words that a password of this person may not be made of: their name and address, the organisation's name and host. */
export interface PasswordOwner {
  fullname: string;
  email: string;
  organisation: string;
  domains: readonly string[];
}

const shortestWord = 4;
/** Letters that must be left when the words are taken out. */
const lettersOfItsOwn = 4;

const wordsIn = (text: string) => text.toLowerCase().split(/[^\p{L}\p{Nd}]+/u);

function wordsOf({ fullname, email, organisation, domains }: PasswordOwner): string[] {
  const [name = "", host = ""] = email.split("@");
  // The last label says nothing about anybody: `com`, `test`.
  const labels = [host, ...domains].flatMap((domain) => domain.split(".").slice(0, -1));
  const words = [fullname, name, organisation, ...labels].flatMap(wordsIn);
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

/** `P@ssw0rd` is `password` to whoever guesses. */
const withoutMasks = (text: string) => [...text].map((sign) => unmasked[sign] ?? sign).join("");

/** Whether it is on the list of passwords that guessers try first, in whatever case, and with letters masked. */
export function isKnownPassword(password: string, known: ReadonlySet<string>): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  return known.has(text) || known.has(withoutMasks(text));
}

/** Whether little is left of it without the names of the person and the organisation. */
export function isMadeOfNames(password: string, owner: PasswordOwner): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  let rest = text;
  for (const word of wordsOf(owner)) rest = rest.replaceAll(word, "");
  return rest !== text && (rest.match(/\p{L}/gu)?.length ?? 0) < lettersOfItsOwn;
}
