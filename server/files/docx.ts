import { contentOf, openArchive } from "../platform/files/archive";

/** What a Word document of five megabytes may hold; real ones are far below. */
const limits = { entries: 2_000, unpacked: 200 * 1024 * 1024 };
const mostTypes = 512 * 1024;

const typesPart = "[Content_Types].xml";
const mainPart = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/**
 * Whether this is a Word document: an OOXML package whose main part is a document without macros. The list of entries is
 * read, and of their contents the list of types alone, up to a limit: a bomb never goes off here, and isn't passed on to
 * those who would open it.
 */
export async function isDocx(bytes: Buffer): Promise<boolean> {
  try {
    const { zip, entries } = await openArchive(bytes, limits);
    if (entries.some(({ fileName }) => /vbaProject\.bin$/i.test(fileName))) return false;
    const types = entries.find(({ fileName }) => fileName === typesPart);
    const text = types && (await contentOf(zip, types, mostTypes)).toString("utf8");
    return text?.includes(mainPart) === true && entries.some(({ fileName }) => fileName.startsWith("word/"));
  } catch {
    return false; // not whole, or says another size than it has
  }
}
